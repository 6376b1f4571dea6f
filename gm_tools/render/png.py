"""Pictures as PNG, by resvg.

The letters are drawn from fonts that come with this package, so that they look the same everywhere.
"""

from __future__ import annotations

from hashlib import sha256
from io import BytesIO
from pathlib import Path

from gm_tools.core.i18n import _
from gm_tools.core.problems import InputError
from gm_tools.render import thread_picture
from gm_tools.reports.base import Report

FONTS = Path(__file__).parent / "fonts"
SHARP = 1.25  # pixels for a unit: sharp on telephones, and light enough for forums
COLOURS = 128
_KEY = "SVG-SHA-256"  # under which a picture says what it was made of
_SHIPPED = ((0x20, 0x24F), (0x300, 0x3FF), (0x400, 0x52F), (0x1E00, 0x1EFF), (0x2010, 0x205E), (0x2190, 0x2199))


def render(report: Report, known: bytes = b"") -> bytes:
    """Return the picture of a report for a thread as PNG, 1,000 pixels wide if that does not make it too high.

    `known` is an earlier PNG: it is returned if it was made of this very picture. Boards of phpBB take 256 KiB unless
    they are told otherwise, which pictures with so few colours are far from; BoardGameGeek takes at least 320 by 200
    pixels and at most 1,900 either way. Raises InputError without the extra `png`.
    """
    svg = thread_picture.render(report)
    high = float(svg.partition(' height="')[2].partition('"')[0])
    made_of = sha256(svg.encode()).hexdigest()
    if f"{_KEY}\0{made_of}".encode() in known:
        return known
    # Half a pixel less than there may be: a height that is no whole number is rounded up.
    return reduce_colours(rasterize(svg, min(SHARP, (thread_picture.HIGHEST - 0.5) / high)), made_of)


def reduce_colours(png: bytes, made_of: str) -> bytes:
    """Return a PNG with at most 128 colours, which weighs a third, and in it the digest of what it was made of."""
    try:
        from PIL import Image
        from PIL.PngImagePlugin import PngInfo
    except ImportError:
        raise needs_extra() from None
    out, info = BytesIO(), PngInfo()
    info.add_text(_KEY, made_of)
    with Image.open(BytesIO(png)) as image:
        few = image.convert("RGB").quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(out, "PNG", compress_level=6, pnginfo=info)  # level 9 is a tenth smaller, and takes seven times as long
    return out.getvalue()


def rasterize(svg: str, sharp: float = SHARP) -> bytes:
    """Return an SVG document as PNG, `sharp` pixels for each of its units; raise InputError without the extra `png`.

    Letters beyond those of the shipped fonts are looked for among the fonts of this computer.
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise needs_extra() from None
    fonts = [str(font) for font in sorted(FONTS.glob("*.ttf"))]
    return bytes(
        svg_to_bytes(
            svg_string=svg,
            zoom=sharp,
            skip_system_fonts=_is_shipped(svg),
            font_files=fonts,
            font_family="DejaVu Sans",
            sans_serif_family="DejaVu Sans",
            monospace_family="DejaVu Sans",
        )
    )


def needs_extra() -> InputError:
    """Return the error for a computer that lacks the extra `png`."""
    return InputError(
        _("PNG, GIF and WebP need the packages resvg-py and pillow, which are not installed"),
        allowed=_("pip install 'gm-tools[png]', or --format svg"),
    )


def _is_shipped(words: str) -> bool:
    return all(
        any(first <= ord(sign) <= last for first, last in _SHIPPED) or sign in "\n✓✗□■●★€−≈≥≤�" for sign in set(words)
    )
