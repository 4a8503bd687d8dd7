"""ShARC (Saeidi et al. 2018): reading it, its dialogue trees, span matching and augmentation."""
