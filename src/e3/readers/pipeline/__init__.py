"""The Pipeline of Saeidi et al. (2018): parts trained apart, put together in a fixed order."""
