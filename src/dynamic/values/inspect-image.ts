// Makes PNG files of tensors that look like images, one alone or several side by side.
import type * as pngjs from 'pngjs'
import type { Picture } from '../../data/picture.js'
import { loadInstalled } from '../../location.js'

const mostSide = 256
const mostImages = 64
const sheetSide = 1024
const gap = 4
const background = 0x20

/** A PNG file with one picture of at most 256 pixels a side, or a sheet with up to 64 pictures side by side. */
export function drawImages(pictures: readonly Picture[]): Uint8Array {
  const shown = pictures.slice(0, mostImages)
  const alone = shown.length === 1
  const columns = Math.ceil(Math.sqrt(shown.length))
  const cell = alone ? mostSide : Math.min(mostSide, Math.floor((sheetSide - gap) / columns) - gap)
  const sizes = shown.map((picture) => fit(picture, cell))
  const wide = Math.max(...sizes.map((size) => size.width))
  const high = Math.max(...sizes.map((size) => size.height))
  const margin = alone ? 0 : gap
  const { PNG } = loadInstalled<typeof pngjs>('pngjs')
  const png = new PNG({
    width: columns * (wide + margin) + margin,
    height: Math.ceil(shown.length / columns) * (high + margin) + margin,
  })
  const pixels = new Uint8ClampedArray(png.width * png.height * 4)
  for (let i = 0; i < pixels.length; i++) pixels[i] = i % 4 === 3 ? 255 : background
  shown.forEach((picture, i) => {
    const left = margin + (i % columns) * (wide + margin)
    const top = margin + Math.floor(i / columns) * (high + margin)
    draw(picture, sizes[i]!, (y) => ((top + y) * png.width + left) * 4, pixels)
  })
  png.data = Buffer.from(pixels.buffer)
  const file = PNG.sync.write(png, { colorType: 6, inputColorType: 6, inputHasAlpha: true })
  return new Uint8Array(file.buffer, file.byteOffset, file.byteLength)
}

function fit({ width, height }: Picture, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Draws the picture scaled down to `size`: each pixel is the mean of the pixels that it stands for. */
function draw(
  picture: Picture,
  size: { width: number; height: number },
  rowStart: (y: number) => number,
  pixels: Uint8ClampedArray,
): void {
  const { channels } = picture
  const colours = channels === 1 ? [0, 0, 0] : [0, 1, 2]
  for (let y = 0, from = 0; y < size.height; y++) {
    const below = Math.max(from + 1, Math.floor(((y + 1) * picture.height) / size.height))
    for (let x = 0, left = 0, to = rowStart(y); x < size.width; x++, to += 4) {
      const right = Math.max(left + 1, Math.floor(((x + 1) * picture.width) / size.width))
      const mean = (c: number) => {
        let sum = 0
        for (let v = from; v < below; v++) for (let u = left; u < right; u++) sum += picture.at(v, u, c)
        return sum / ((below - from) * (right - left))
      }
      for (const [k, c] of colours.entries()) pixels[to + k] = mean(c)
      pixels[to + 3] = channels === 4 ? mean(3) : 255
      left = right
    }
    from = below
  }
}
