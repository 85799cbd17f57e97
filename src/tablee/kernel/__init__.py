"""The kernel: chance and choice handed in, scenes that never change, numbers that explain themselves."""
