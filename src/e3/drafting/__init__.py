"""Extraction and editing, once per text: a text and a question in, a draft policy out."""
