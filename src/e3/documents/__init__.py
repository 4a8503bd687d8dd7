"""Files and addresses in, text with places in the original out."""
