"""What is asked, how several answers are offered as one, and what need not be asked."""
