"""Settings of all tests: Hypothesis has no deadline, since a test says nothing about the clock.

Where `CI` is set it takes the same examples every time, so that a change is judged by itself; elsewhere it looks for new ones.
"""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("gm_tools", deadline=None, derandomize="CI" in os.environ, print_blob=True)
settings.load_profile("gm_tools")
