"""What readers learn from and are measured on: ShARC (Saeidi et al. 2018), and our own policies."""
