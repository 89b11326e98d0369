# Makes fits.json: FITS files of every BITPIX, with the offsets of unsigned numbers, scales, several HDUs and what is no
# image, with the images that astropy reads from them.
# Needs astropy. Run: python make_fits.py

import base64
import io
import json
import os
import zlib
from importlib.metadata import version

import numpy as np
from astropy.io import fits


def data_of(hdus):
    f = io.BytesIO()
    fits.HDUList(hdus).writeto(f)
    return f.getvalue()


def scaled(stored, scale, zero):
    hdu = fits.ImageHDU(stored)
    data = bytearray(data_of([fits.PrimaryHDU(), hdu]))
    # The cards replace blank ones behind the header's last, which is END.
    end = data.index(b'END' + b' ' * 77, 2880)
    cards = [f'BSCALE  = {scale!r:>20}', f'BZERO   = {zero!r:>20}', 'END']
    for i, card in enumerate(cards):
        data[end + 80 * i:end + 80 * (i + 1)] = card.ljust(80).encode()
    return bytes(data)


rng = np.random.default_rng(5)
ramp = (np.arange(60).reshape(4, 5, 3) * 37 - 800).astype('i8')
FILES = {
    **{dtype: data_of([fits.PrimaryHDU(), fits.ImageHDU(ramp.astype(dtype))])
       for dtype in ['u1', 'i1', 'i2', 'u2', 'i4', 'u4', 'i8', 'u8', 'f4', 'f8']},
    'ends of uint16': data_of([fits.PrimaryHDU(), fits.ImageHDU(np.array([0, 1, 32767, 32768, 65535], 'u2'))]),
    'ends of uint64': data_of([fits.PrimaryHDU(), fits.ImageHDU(np.array([0, 1, 2**63, 2**64 - 1], 'u8'))]),
    'the primary HDU': data_of([fits.PrimaryHDU(ramp[0].astype('f4'))]),
    'three images': data_of([fits.PrimaryHDU(ramp[0].astype('i2')), fits.ImageHDU(ramp[:, 0].astype('f8')),
                             fits.ImageHDU(rng.integers(0, 255, (30, 100), np.uint8))]),
    'an image behind a table': data_of([
        fits.PrimaryHDU(), fits.BinTableHDU.from_columns([fits.Column('a', 'J', array=np.arange(900))]),
        fits.ImageHDU(ramp[0].astype('i4'))]),
    'whole scale of uint8': scaled(np.arange(0, 250, 10, 'u1').reshape(5, 5), 3.0, -100.0),
    'whole scale of int16': scaled(ramp[0].astype('i2'), 2.0, 1000.0),
    'scale of int16': scaled(ramp[0].astype('i2'), 0.25, 1.5),
    'scale of int32': scaled(ramp[0].astype('i4'), 0.1, 3.0),
    'scale of float32': scaled(ramp[0].astype('f4'), 0.5, -1.0),
    'many elements': data_of([fits.PrimaryHDU(), fits.ImageHDU((np.arange(9000) % 251).astype('i2'))]),
}
rows = []
for name, data in FILES.items():
    images = []
    with fits.open(io.BytesIO(data)) as file:
        for number, hdu in enumerate(file, 1):
            if hdu.is_image and hdu.data is not None:
                array = np.array(hdu.data)
                images.append([number, list(array.shape), [str(v) for v in array.ravel().tolist()][:300]])
    rows.append({'name': name, 'file': base64.b64encode(data).decode(), 'images': images})
compressed = io.BytesIO()
fits.HDUList([fits.PrimaryHDU(), fits.CompImageHDU(ramp[0].astype('i2'))]).writeto(compressed)
rows.append({'name': 'compressed', 'file': base64.b64encode(compressed.getvalue()).decode(), 'images': []})
# Padding is most of a file.
for row in rows:
    row['file'] = base64.b64encode(zlib.compress(base64.b64decode(row['file']), 9)).decode()
here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, 'fits.json'), 'w') as f:
    body = ',\n'.join(json.dumps(row, separators=(',', ':')) for row in rows)
    f.write(f'{{"astropy": "{version("astropy")}", "cases": [\n{body}\n]}}\n')
