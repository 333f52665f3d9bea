"""Offers: questions, several answers offered as one, and questions that need not be asked."""
