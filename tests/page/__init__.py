"""The page in a browser: headless Chromium, driven by Playwright, from a folder that `gm publish` wrote."""
