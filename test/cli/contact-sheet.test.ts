// The contact sheet's arithmetic, and its grid.
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { drawSheet, sheetRoom } from '../../src/cli/contact-sheet.js'
import { Tensor } from '../../src/data/tensor.js'

const mean = [123.675, 116.28, 103.53]
const std = [58.395, 57.12, 57.375]

/** A normalised float image of the given bytes, HWC in, CHW out. */
function normalised(pixels: number[], height: number, width: number): Tensor {
  const planes = new Float32Array(3 * height * width)
  pixels.forEach((value, i) => {
    planes[(i % 3) * height * width + Math.floor(i / 3)] = (value - mean[i % 3]!) / std[i % 3]!
  })
  return new Tensor({ dtype: 'float32', shape: [3, height, width], layout: 'CHW', buffer: planes.buffer, offset: 0 })
}

describe('contact sheet', () => {
  it('gives back the very bytes that were normalised', () => {
    const [height, width] = [16, 16]
    const pixels = Array.from({ length: 3 * height * width }, (_, i) => Math.floor(i / 3) ^ (i % 3 === 1 ? 255 : 0))
    const png = PNG.sync.read(drawSheet([{ tensor: normalised(pixels, height, width), valid: true }]))
    expect([png.width, png.height]).toEqual([width + 8, height + 8])
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const at = 4 * ((y + 4) * png.width + x + 4)
        expect([...png.data.subarray(at, at + 3)]).toEqual(pixels.slice(3 * (y * width + x), 3 * (y * width + x) + 3))
      }
    }
  })

  it('clamps what is outside of 0 to 255', () => {
    const png = PNG.sync.read(drawSheet([{ tensor: normalised([-70, 300, 128, 1e9, -1e9, 0], 1, 2), valid: true }]))
    const at = 4 * (4 * png.width + 4)
    expect([...png.data.subarray(at, at + 8)]).toEqual([0, 255, 128, 255, 255, 0, 0, 255])
  })

  it('stays within 64 images and 4096 pixels', () => {
    expect([32, 224, 500, 512, 1000, 8192].map(sheetRoom)).toEqual([64, 64, 64, 49, 16, 1])
  })
})
