"""The catalogues of the languages, and what compiles them."""
