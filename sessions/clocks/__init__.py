"""People's own time: quiet hours, absences, and how long each seat has been asked."""
