"""Measure speed as ratios to references from the same run. `python -m benchmarks` writes the table of README.md."""
