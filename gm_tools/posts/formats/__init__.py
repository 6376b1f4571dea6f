"""The forms that posts come in: saved pages, exports, mails, pasted text; each is read into the normalised thread."""
