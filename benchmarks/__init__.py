"""Speed, as ratios to references measured in the same run. `python -m benchmarks` writes the table of README.md."""
