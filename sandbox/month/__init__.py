"""`python -m sandbox month`: many tables for weeks, with people of every kind and all that goes wrong in a month.

The bot runs in a process of its own, in a time that leaps to whatever happens next.
"""
