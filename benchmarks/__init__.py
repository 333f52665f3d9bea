"""Speed, as ratios to references measured in the same run; `python -m benchmarks` writes README.md's table."""
