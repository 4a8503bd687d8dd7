"""All that is English: its sentences, its grammar of questions, and the words the product says."""
