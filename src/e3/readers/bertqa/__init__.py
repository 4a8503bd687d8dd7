"""BERTQA (the paper, appendix A.1): every reply is a span of the input, yes and no included."""
