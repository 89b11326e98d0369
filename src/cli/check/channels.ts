// Adds up mean and standard deviation of each channel over all images, in double precision, from the sums of each image.
import type { ChannelReport } from './types.js'

const names = ['red', 'green', 'blue'] as const
/** Standard deviation below which a channel of an image is taken for a single shade, of 255. */
const oneShade = 1
const white = 255

export class Channels {
  private pixels = 0
  private readonly sums = [0, 0, 0]
  private readonly squares = [0, 0, 0]
  private colour = false

  /**
   * Adds an image: the sum and the mean square of each of its channels. Grey counts for red, green and blue, as decoding to RGB
   * makes it, and alpha is left out. Returns whether the image has a single colour.
   */
  add(pixels: number, sums: ArrayLike<number | bigint>, meanSquares: ArrayLike<number | bigint>): boolean {
    if (!pixels) return false
    const grey = sums.length < 3
    this.colour ||= !grey
    this.pixels += pixels
    let single = true
    for (let c = 0; c < 3; c++) {
      const [sum, square] = [Number(sums[grey ? 0 : c]), Number(meanSquares[grey ? 0 : c])]
      this.sums[c]! += sum
      this.squares[c]! += square * pixels
      single &&= square - (sum / pixels) ** 2 < oneShade ** 2
    }
    return single
  }

  report(): ChannelReport[] {
    const { pixels } = this
    if (!pixels) return []
    return (this.colour ? names : (['grey'] as const)).map((name, c) => {
      const mean = this.sums[c]! / pixels
      const std = Math.sqrt(Math.max(0, this.squares[c]! / pixels - mean ** 2))
      return { name, mean, std, mean01: mean / white, std01: std / white }
    })
  }
}
