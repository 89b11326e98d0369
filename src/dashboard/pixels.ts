// Pixels as the page gets them: red, green and blue of each, row by row. Compressing them would take the thread that feeds
// the consumer for a good part of a second.

export class Pixels {
  readonly data: Buffer

  /** All pixels begin with `background` in each colour. */
  constructor(
    readonly width: number,
    readonly height: number,
    background = 0x20,
  ) {
    this.data = Buffer.alloc(3 * width * height, background)
  }

  /** Byte offset of a pixel. */
  at(x: number, y: number): number {
    return 3 * (y * this.width + x)
  }
}
