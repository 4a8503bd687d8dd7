"""What the networks of several readers are made of; only `inputs` and
`onnx_session` do without torch."""

NETWORK_FILES = ("config.json", "inputs.json", "tokenizer.json", "weights.safetensors")
"""What a network is kept in: its encoder's shape, its word pieces, all weights."""
