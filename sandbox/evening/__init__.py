"""`python -m sandbox evening`: many tables whose people answer immediately, while the bot is killed again and again.

The real bot runs in processes of its own. A durable bare bot is given the same presses at the same instants, for
comparison.
"""
