"""Settings of all tests: Hypothesis has no deadline, since a test says nothing about the clock."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("gm_tools", deadline=None)
settings.load_profile("gm_tools")
