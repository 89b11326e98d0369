// A contact sheet: pictures of one size in rows, with boxes and masks drawn into them, as a PNG.
import { PNG } from 'pngjs'

const gap = 4

/** A sheet of `rows` times `columns` pictures of size x size pixels. */
export function sheetOf({ columns, rows, size }) {
  const picture = new PNG({ width: columns * (size + gap), height: rows * (size + gap) })
  const put = (left, top) => (x, y, color) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return
    picture.data.set([...color, 255], 4 * ((top + y) * picture.width + left + x))
  }
  return {
    /** Puts an RGB picture, of shape (height, width, 3) and at most size x size, at a place; returns what drawBox() takes. */
    tile(row, column, pixels, [height, width] = [size, size]) {
      const tile = { size, put: put(column * (size + gap), row * (size + gap)) }
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) tile.put(x, y, pixels.subarray(3 * (y * width + x), 3 * (y * width + x) + 3))
      }
      return tile
    },
    png: () => PNG.sync.write(picture),
  }
}

/** Draws the outline of a box, whose corners are fractions of the picture. */
export function drawBox({ size, put }, corners, color, width = 1) {
  const [left, top, right, bottom] = corners.map((v) => Math.round(v * (size - 1)))
  for (let i = 0; i < width; i++) {
    for (let x = left; x <= right; x++) for (const y of [top + i, bottom - i]) put(x, y, color)
    for (let y = top; y <= bottom; y++) for (const x of [left + i, right - i]) put(x, y, color)
  }
}
