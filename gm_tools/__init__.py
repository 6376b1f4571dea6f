"""A play-by-forum game master's toolkit."""

__version__ = "0.1.0"
