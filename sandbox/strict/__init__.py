"""Checks of components, messages, modals and commands, as Discord makes them."""
