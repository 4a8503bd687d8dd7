"""Our own corpus: invented policies with their rules, logic, statements and stories."""
