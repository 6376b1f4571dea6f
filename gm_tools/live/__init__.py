"""The thread, live.

Pages are brought from a forum into a table's archive, posts are sent to it, and one run does both for a timer.
"""
