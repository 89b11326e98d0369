// Pixels to draw on: red, green and blue of each, row by row. Everything that is drawn on pictures of tensors (lines, areas,
// letters) is drawn here, and what lies outside is left out.
import type * as pngjs from 'pngjs'
import { loadInstalled } from '../location.js'
import { type Glyph, glyphHeight, glyphsOf } from './font.js'
import type { Colour } from './palette.js'

/** An area in pixels. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

export const background = 0x20

export class Canvas {
  readonly data: Buffer

  /** All pixels begin with `shade` in each colour. */
  constructor(
    readonly width: number,
    readonly height: number,
    shade = background,
  ) {
    this.data = Buffer.alloc(3 * width * height, shade)
  }

  /** Byte offset of a pixel. */
  at(x: number, y: number): number {
    return 3 * (y * this.width + x)
  }

  /** Lays a colour over an area. `share`: 1 hides what was there, 0 changes nothing. `within`: nothing is drawn outside of it. */
  fill(area: Area, colour: Colour, share = 1, within: Area = this.whole): void {
    const { x, y, width, height } = common(area, within)
    for (let v = y; v < y + height; v++) {
      for (let u = x, at = this.at(x, v); u < x + width; u++, at += 3) this.blend(at, colour, share)
    }
  }

  /** Draws a line along the edges of an area, inside of it. */
  outline(area: Area, colour: Colour, line: number, within: Area = this.whole): void {
    const { x, y, width, height } = area
    const [wide, high] = [Math.min(line, width), Math.min(line, height)]
    this.fill({ x, y, width, height: high }, colour, 1, within)
    this.fill({ x, y: y + height - high, width, height: high }, colour, 1, within)
    this.fill({ x, y: y + high, width: wide, height: height - 2 * high }, colour, 1, within)
    this.fill({ x: x + width - wide, y: y + high, width: wide, height: height - 2 * high }, colour, 1, within)
  }

  /** Writes a text whose top left corner is at x, y. */
  text(text: string, x: number, y: number, colour: Colour): void {
    let left = x
    for (const glyph of glyphsOf(text)) {
      this.glyph(glyph, left + glyph.left, y, colour)
      left += glyph.advance
    }
  }

  private glyph({ width, greys }: Glyph, left: number, top: number, colour: Colour): void {
    const { x, y, width: wide, height } = common({ x: left, y: top, width, height: glyphHeight }, this.whole)
    for (let v = y; v < y + height; v++) {
      for (let u = x; u < x + wide; u++) {
        const grey = greys[(v - top) * width + u - left]!
        if (grey) this.blend(this.at(u, v), colour, grey / 15)
      }
    }
  }

  blend(at: number, [red, green, blue]: Colour, share: number): void {
    const { data } = this
    data[at] = data[at]! + (red - data[at]!) * share + 0.5
    data[at + 1] = data[at + 1]! + (green - data[at + 1]!) * share + 0.5
    data[at + 2] = data[at + 2]! + (blue - data[at + 2]!) * share + 0.5
  }

  /** The mean of a pixel's colours. */
  light(at: number): number {
    return (this.data[at]! + this.data[at + 1]! + this.data[at + 2]!) / 3
  }

  get whole(): Area {
    return { x: 0, y: 0, width: this.width, height: this.height }
  }

  /** The pixels as a PNG file. */
  png(): Uint8Array {
    const { PNG } = loadInstalled<typeof pngjs>('pngjs')
    const png = new PNG({ width: this.width, height: this.height })
    png.data = this.data
    const file = PNG.sync.write(png, { colorType: 2, inputColorType: 2, inputHasAlpha: false, deflateLevel: 6 })
    return new Uint8Array(file.buffer, file.byteOffset, file.byteLength)
  }
}

function common(a: Area, b: Area): Area {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)]
  const right = Math.min(a.x + a.width, b.x + b.width)
  const bottom = Math.min(a.y + a.height, b.y + b.height)
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) }
}
