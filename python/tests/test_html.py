"""What a notebook shows of a batch. Neither a notebook nor pandas is installed here: it is a method that gives HTML."""

import base64
import gc
import re
import struct
import sys

from conftest import PHOTOS

LABELLED = f"""
export default pipelineDef({{ batchSize: 20, numThreads: 1, seed: 3 }}, () => {{
  const [files, labels] = fn.readers.file({{ fileRoot: '{PHOTOS}', randomShuffle: true, name: 'train' }})
  const photos = fn.resize(fn.decoders.image(files, {{ outputType: types.RGB }}), {{ size: [200, 200] }})
  return {{ photos, labels }}
}})
"""
RAGGED = """
const list = (i) => ({ data: Float32Array.from({ length: i + 1 }, (_, k) => k + 0.25), shape: [i + 1] })
export default pipelineDef({ batchSize: 2, numThreads: 1 }, () =>
  [fn.externalSource({ source: () => [0, 1].map(list), dtype: 'float32' }),
   fn.externalSource({ source: () => [0, 1].map((i) => Int32Array.of(i)), dtype: 'int32' })])
"""


def picture_of(html):
    """The PNG in a piece of HTML, with its width and height."""
    (text,) = re.findall(r"src='data:image/png;base64,([^']+)'", html)
    png = base64.b64decode(text, validate=True)
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return png, struct.unpack(">II", png[16:24])


def test_pictures_with_their_labels_and_a_table(module, loader):
    batch = next(iter(loader(module(LABELLED))))
    html = batch._repr_html_()
    assert "matplotlib" not in sys.modules and "pandas" not in sys.modules and "IPython" not in sys.modules
    _, (width, height) = picture_of(html)
    # Sixteen of twenty, eight in a row, with a line of text below each.
    assert (width, height) == (8 * 132 + 4, 2 * (128 + 18 + 4) + 4)
    (labels,) = re.findall(r"alt='([^']*)'", html)
    assert set(labels.split("; ")) <= {"animals", "objects", "people", "space"} and labels.count(";") == 15
    assert "and 4 more" in html and "20 samples of epoch 0" in html
    assert re.search(r"<td[^>]*>photos</td><td[^>]*>uint8</td><td[^>]*>\[20, 200, 200, 3\]</td><td[^>]*>HWC</td>", html)
    assert "src=" in html and "http" not in html and "<script" not in html
    assert len(html) < 1_500_000


def test_what_was_written_to_the_arrays_is_shown(module, loader):
    batch = next(iter(loader(module(LABELLED))))
    before, _ = picture_of(batch._repr_html_())
    assert before == picture_of(batch._repr_html_())[0]
    batch["photos"][:] = 0
    assert picture_of(batch._repr_html_())[0] != before


def test_a_batch_outlives_its_loader(module, loader):
    own = loader(module(LABELLED))
    batch = next(iter(own))
    own.close()
    html = batch._repr_html_()
    assert "<img" not in html and "<i>" in html and re.search(r"<td[^>]*>photos</td>", html)
    del own
    gc.collect()
    assert "photos" in batch._repr_html_()


def test_outputs_in_a_list_and_no_pictures(module, loader):
    batch = next(iter(loader(module(RAGGED))))
    html = batch._repr_html_()
    assert "<img" not in html and "<i>" not in html
    assert "[0]" in html and "2 of [1] or [2]" in html and "0.25, 0.25, 1.25" in html
    assert "[1]" in html and "int32" in html


def test_names_are_texts_and_no_markup(module, loader):
    text = "export default pipelineDef({ batchSize: 1 }, () => ({ '<script>alert(1)</script>': fn.constant({ idata: [1] }) }))"
    html = next(iter(loader(module(text))))._repr_html_()
    assert "<script" not in html and "&lt;script&gt;" in html
