"""`python -m sandbox month`: many tables for weeks, people of every kind, and all that goes wrong in a month.

The real bot runs as its own process against this sandbox, in a time that leaps to whatever happens next. What it did is
held in the end against its own log, and against what each person chose of their time.
"""
