"""The pages of the library: documents, and questions to them."""
