"""The gauntlet: families of tests with numbers, and controls that prove that each family can fail."""
