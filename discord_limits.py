"""Every limit of Discord that the bot, the sandbox or a test relies on. Lengths are in characters unless a name says
otherwise. This module imports nothing, so the sandbox may use it."""

# Commands
COMMANDS = 100
CONTEXT_MENUS = 15
COMMAND_NAME = 32
COMMAND_DESCRIPTION = 100
COMMAND_OPTIONS = 25
COMMAND_CHOICES = 25
COMMAND_TOTAL = 8000
"""Characters in all names, descriptions and choice values of one command. Of each text, the longest localisation
counts."""
CHOICE_NAME = 100
CHOICE_VALUE = 100
AUTOCOMPLETE_CHOICES = 25
STRING_OPTION = 6000
OPTION_INTEGER = 2**53

# Messages
CONTENT = 2000
EMBEDS = 10
EMBED_TITLE = 256
EMBED_DESCRIPTION = 4096
EMBED_FIELDS = 25
EMBED_FIELD_NAME = 256
EMBED_FIELD_VALUE = 1024
EMBED_FOOTER = 2048
EMBED_AUTHOR = 256
EMBED_TOTAL = 6000
FILES = 10
FILE_BYTES = 10 * 1024 * 1024
FILE_BYTES_LEAST = 8 * 1024 * 1024
"""The lowest limit that Discord has ever had for a file. A file that fits this limit is never too large."""
REQUEST_BYTES = 25 * 1024 * 1024
ALT_TEXT = 1024
NONCE = 25
PINS = 250
HISTORY = 100
"""Messages in one answer to a request for the history of a channel."""
MENTIONS_ALLOWED = 100
"""Users (or roles) that `allowed_mentions` may list."""

# Components
COMPONENTS_PER_MESSAGE = 40
"""Maximum number of components in a V2 message, including nested ones."""
ACTION_ROWS = 5
"""Maximum number of rows in a message without the V2 flag."""
ROW_BUTTONS = 5
BUTTON_LABEL = 80
BUTTON_URL = 512
CUSTOM_ID = 100
SELECT_OPTIONS = 25
SELECT_LABEL = 100
SELECT_VALUE = 100
SELECT_DESCRIPTION = 100
SELECT_PLACEHOLDER = 150
TEXT_DISPLAY_TOTAL = 4000
"""Maximum number of characters in all text displays of a message."""
SECTION_TEXTS = 3
GALLERY_ITEMS = 10

# Modals
MODAL_TITLE = 45
MODAL_COMPONENTS = 5
TEXT_INPUT_LABEL = 45
TEXT_INPUT_VALUE = 4000
TEXT_INPUT_PLACEHOLDER = 100
LABEL_TEXT = 45
LABEL_DESCRIPTION = 100
RADIO_OPTIONS = 10
RADIO_OPTIONS_LEAST = 2
CHECKBOX_OPTIONS = 10

# Channels, servers and names
CHANNEL_NAME = 100
THREAD_NAME = 100
THREADS_ACTIVE = 1000
GUILD_CHANNELS = 500
EMOJIS = 2000
EMOJI_BYTES = 256 * 1024
EMOJI_NAME = 32
EMOJI_NAME_LEAST = 2

# Time, in seconds
FIRST_ANSWER_S = 3.0
TOKEN_LIFE_S = 15 * 60.0
FRESH_EDIT_S = 60 * 60.0
"""Edits of messages older than this have a separate, small quota (error 30046)."""
