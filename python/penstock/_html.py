"""A batch as a notebook shows it: one piece of HTML that holds its pictures and loads nothing. The server draws them, by what draws
contact sheets; without a server, or without pictures, there is the table of outputs alone."""

from __future__ import annotations

from html import escape
from typing import Any, List, Mapping, Optional

from ._batch import Batch
from ._errors import PenstockError

_MAX_VALUES = 8
# A text of a hostile file could be as long as the file.
_MAX_TEXT = 200


def of(batch: Batch, connection: Optional[Any], outputs: Mapping[str, Any]) -> str:
    """``connection``: that of the batch; None where it is gone. ``outputs``: what the item has, by name."""
    parts = [f"<p>{_count(batch.count, 'sample')} of epoch {batch.epoch}</p>"]
    parts.append(_picture(batch, connection))
    layouts = [output.layout for output in batch.outputs()]
    rows = [_row(name, value, layout) for (name, value), layout in zip(outputs.items(), layouts)]
    head = "".join(f"<th style='text-align:left;padding:2px 12px 2px 0'>{title}</th>" for title in ("output", "dtype", "shape", "layout", "values"))
    parts.append(f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>")
    return f"<div>{''.join(parts)}</div>"


def _count(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def _picture(batch: Batch, connection: Optional[Any]) -> str:
    note = "the loader is closed: no server draws its pictures any more"
    if connection is not None:
        try:
            drawn = connection.call("picture", b=batch.number)
        except PenstockError as error:
            note = str(error)
        else:
            return "" if drawn is None else _image(drawn, batch.count)
    return f"<p><i>{escape(note[:_MAX_TEXT])}</i></p>"


def _image(drawn: Mapping[str, Any], count: int) -> str:
    words = escape("; ".join(label[:_MAX_TEXT] for label in drawn["labels"] if label) or "pictures", quote=True)
    image = (
        f"<img src='data:image/png;base64,{drawn['data']}' width='{drawn['width']}' height='{drawn['height']}' "
        f"style='max-width:100%;height:auto' alt='{words}'>"
    )
    more = count - drawn["shown"]
    return image + (f"<p>and {more} more</p>" if more > 0 else "")


def _row(name: str, value: Any, layout: str) -> str:
    samples: List[Any] = list(value) if isinstance(value, list) else [value]
    shapes = sorted({tuple(sample.shape) for sample in samples})
    shape = " or ".join(map(_shape, shapes[:2])) + (", ..." if len(shapes) > 2 else "")
    each = f"{len(samples)} of " if isinstance(value, list) else ""
    dtype = str(samples[0].dtype) if samples else ""
    cells = (name, dtype, f"{each}{shape}", layout, _values(samples))
    return "<tr>" + "".join(f"<td style='text-align:left;padding:2px 12px 2px 0'>{escape(cell[:_MAX_TEXT])}</td>" for cell in cells) + "</tr>"


def _shape(shape: Any) -> str:
    return f"[{', '.join(map(str, shape))}]"


def _values(samples: List[Any]) -> str:
    """The elements of a small output in host memory, such as labels."""
    small = [sample for sample in samples if hasattr(sample, "tolist") and "cuda" not in str(getattr(sample, "device", ""))]
    if not small or len(small) != len(samples) or any(len(sample.shape) > 2 for sample in small):
        return ""
    flat: List[Any] = []
    for sample in small:
        for element in sample.reshape(-1)[: _MAX_VALUES + 1].tolist():
            flat.append(f"{element:.6g}" if isinstance(element, float) else str(element))
        if len(flat) > _MAX_VALUES:
            return ", ".join(flat[:_MAX_VALUES]) + ", ..."
    return ", ".join(flat)
