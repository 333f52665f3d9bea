"""Ways to ask less: several answers offered as one option, and answers given automatically."""
