"""`python -m sandbox evening`: many tables at once, everybody playing at random, the bot killed again and again.

The real bot runs as its own process against this sandbox. Every press is written down and, in the end, held against
the bot's own log. A durable bare bot is given the same presses at the same instants, for comparison.
"""
