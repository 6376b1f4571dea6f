"""The forms that posts come in: saved pages, exports, mails, pasted text; each is read into the normalised thread.

A format is a file here with what `PageReader` or `ExportReader` of `detect.py` asks for, and a row there, among the
readers. If posts are written for that forum too, `render/forums.py` needs a profile, or the name of one that fits.
"""
