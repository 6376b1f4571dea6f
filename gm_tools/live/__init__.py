"""The thread, live: pages brought from a forum into a table's archive, posts sent to it, one run of both for a timer."""
