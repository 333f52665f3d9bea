"""People's own time: quiet hours, absences, and how long each seat has had to answer."""
