"""Pictures: how a figure is begun, and how it is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from e3.errors import MissingExtra
from e3.files import replacing


def new_figure(width: float, height: float) -> Any:
    """An empty figure, in inches, that draws with Agg and needs no display."""
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415 - an extra, and slow to load
    except ImportError:
        raise MissingExtra("matplotlib", "plot", "Drawing a picture") from None
    # A bare figure keeps out of pyplot's global state.
    return Figure(figsize=(width, height), layout="constrained")


def save_figure(figure: Any, path: Path) -> None:
    """Writes a figure as PNG."""
    with replacing(path) as beside:
        figure.savefig(beside, dpi=150, format="png")
