"""What Discord validates before it accepts anything: components, messages, modals and commands."""
