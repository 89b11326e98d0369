// Tensors as pictures: what is read of large ones, how they are drawn, whatever the dtype, and which shades their elements get.
// @module-tag shared
import { expect, test } from 'vitest'
import { typedArrays } from '../../src/data/elements.js'
import { Tensor } from '../../src/data/tensor.js'
import type { DType } from '../../src/generated/abi.js'
import { Canvas } from '../../src/preview/canvas.js'
import {
  draw,
  fitted,
  fullSize,
  type Normalisation,
  type RawImage,
  rawImage,
  type Size,
  sampled,
  shadingOf,
} from '../../src/preview/image.js'

const dtypes = Object.keys(typedArrays) as DType[]

function tensorOf(dtype: DType, shape: readonly number[], layout: string, value: (i: number) => number): Tensor {
  const size = shape.reduce((a, b) => a * b, 1)
  const data = new typedArrays[dtype](size)
  const isBig = data instanceof BigInt64Array || data instanceof BigUint64Array
  for (let i = 0; i < size; i++) data[i] = (isBig ? BigInt(value(i)) : value(i)) as never
  return new Tensor({ dtype, shape, layout, buffer: data.buffer, offset: 0 })
}

/** The pixels of an image that is drawn alone. */
function drawn(
  image: RawImage,
  size: Size,
  { taps, normalisation }: { taps?: number; normalisation?: Normalisation } = {},
) {
  const read = sampled(image, size, taps)
  const to = new Canvas(size.width, size.height)
  draw(read, shadingOf([read], normalisation), to, 0, 0)
  return [...to.data]
}

/** The image with a count of the elements that are read of it. */
function counted(image: RawImage): { image: RawImage; reads: () => number } {
  let reads = 0
  const words = new Proxy(image.words, {
    get(target, name) {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads++
      return Reflect.get(target, name, target) as unknown
    },
  })
  return { image: { ...image, words }, reads: () => reads }
}

test.each(dtypes)('a thumbnail of %s reads one element for each colour of a pixel', (dtype) => {
  const tensor = tensorOf(dtype, [300, 400, 3], 'HWC', () => 0)
  const plain = rawImage(tensor)!
  // Nothing was converted or copied to get there.
  expect(plain.words.buffer).toBe(tensor.dataSync().buffer)
  const { image, reads } = counted(plain)
  drawn(image, { width: 32, height: 24 }, { taps: 1 })
  const words = tensor.dataSync().BYTES_PER_ELEMENT === 8 ? 2 : 1
  expect(reads()).toBe(32 * 24 * 3 * words)
})

/** Bits of a float16 for 0, 1, 2 and 3. */
const halves = [0, 0x3c00, 0x4000, 0x4200]

test.each(dtypes.filter((dtype) => dtype !== 'bool'))('%s is drawn from the least to the greatest', (dtype) => {
  const shown = (taps: number) => {
    // Blocks of 2 by 2 elements of one number, so that a mean of some of them is that number.
    const number = (i: number) => (Math.floor((i % 16) / 2) + Math.floor(i / 32)) % 4
    const tensor = tensorOf(dtype, [16, 16], 'HW', (i) => (dtype === 'float16' ? halves[number(i)]! : number(i)))
    return drawn(rawImage(tensor)!, { width: 8, height: 8 }, { taps })
  }
  const grey = (n: number) => (dtype === 'uint8' ? n : 85 * n)
  const expected = Array.from({ length: 64 }, (_, i) => grey(((i % 8) + Math.floor(i / 8)) % 4)).flatMap((v) => [
    v,
    v,
    v,
  ])
  expect(shown(1)).toEqual(expected)
  expect(shown(2)).toEqual(expected)
})

test('numbers of 64 bits keep their signs and sizes', () => {
  const data = BigInt64Array.of(-(2n ** 62n), -(2n ** 61n), -1n, 0n, 2n ** 33n, 2n ** 61n)
  const shape = [1, 6, 1]
  const tensor = new Tensor({ dtype: 'int64', shape, layout: 'HWC', buffer: data.buffer, offset: 0 })
  const pixels = drawn(rawImage(tensor)!, { width: 6, height: 1 })
  expect([0, 1, 2, 3, 4, 5].map((x) => pixels[3 * x])).toEqual([0, 85, 170, 170, 170, 255])
})

test('planes of colours, and images with transparency', () => {
  const planes = tensorOf('uint8', [3, 5, 5], 'CHW', (i) => i)
  expect(drawn(rawImage(planes)!, { width: 5, height: 5 }).slice(0, 6)).toEqual([0, 25, 50, 1, 26, 51])
  const transparent = tensorOf('uint8', [5, 5, 4], 'HWC', (i) => i)
  expect(drawn(rawImage(transparent)!, { width: 5, height: 5 }).slice(0, 6)).toEqual([0, 1, 2, 4, 5, 6])
})

const [mean, std] = [
  [0.485, 0.456, 0.406],
  [0.229, 0.224, 0.225],
]
const of255 = (numbers: readonly number[]) => numbers.map((x) => 255 * x)
const shades: [string, readonly number[], Normalisation | undefined, readonly number[]][] = [
  ['fractions are shades of 0 to 1', [0, 0.5, 1], undefined, [0, 128, 255]],
  ['what arithmetic adds at their ends is cut', [-0.0005, 0.5, 1.0005], undefined, [0, 128, 255]],
  ['floats up to 255 are shades of 0 to 255', [0, 100, 255], undefined, [0, 100, 255]],
  ['floats that would be all but black go from the least to the greatest', [0, 10, 20], undefined, [0, 128, 255]],
  ['normalised ones too', [-2, 0, 2], undefined, [0, 128, 255]],
  ['what is not finite does not count', [Number.NaN, Number.POSITIVE_INFINITY, 0.5], undefined, [0, 255, 128]],
  ['a mean and a deviation of fractions are undone', [0, 1, -1], { mean, std }, [124, 173, 46]],
  ['those of bytes as well', [0, 1, -1], { mean: of255(mean), std: of255(std) }, [124, 173, 46]],
  ['one number stands for all channels', [0, 1, -1], { mean: [0.5], std: [0.25] }, [128, 191, 64]],
  [
    'a scale and a shift after it are undone',
    [1, 3, -1],
    { mean: [128], std: [64], scale: 2, shift: 1 },
    [128, 192, 64],
  ],
]

test.each(shades)('%s', (_, values, normalisation, expected) => {
  const tensor = tensorOf('float32', [1, 1, 3], 'HWC', (i) => values[i]!)
  expect(drawn(rawImage(tensor)!, { width: 1, height: 1 }, { ...(normalisation && { normalisation }) })).toEqual(
    expected,
  )
})

test('pictures of one sheet have one range', () => {
  const [dim, bright] = [1000, 2000].map((top) => {
    const image = rawImage(tensorOf('float32', [1, 2, 1], 'HWC', (i) => i * top))!
    return sampled(image, { width: 2, height: 1 })
  })
  const shading = shadingOf([dim!, bright!])
  const to = new Canvas(2, 1)
  draw(dim!, shading, to, 0, 0)
  expect(to.data[3]).toBe(128)
})

test.each([
  [{ width: 400, height: 300 }, 200, 0, { width: 200, height: 150 }],
  [{ width: 28, height: 28 }, 256, 96, { width: 84, height: 84 }],
  [{ width: 28, height: 28 }, 256, 0, { width: 28, height: 28 }],
  [{ width: 10, height: 3 }, 50, 96, { width: 50, height: 15 }],
  [{ width: 1000, height: 1 }, 100, 96, { width: 100, height: 1 }],
])('an image of %o in a square of %d, at least %d, is %o', (image, side, least, expected) => {
  expect(fitted(image, side, least)).toEqual(expected)
})

test.each(['FHWC', 'FCHW', 'FHW'])(
  'a clip of layout %s is a strip of frames, from the first to the last one',
  (layout) => {
    const [frames, height, width] = [11, 4, 6]
    const channels = layout === 'FHW' ? 1 : 3
    const extents: Record<string, number> = { F: frames, C: channels, H: height, W: width }
    const shape = [...layout].map((axis) => extents[axis]!)
    const pixels = height * width
    // The left half of frame f has 20 f in all channels, the right half 20 f + 5.
    const value = (i: number) => {
      const inFrame = i % (pixels * channels)
      const column = layout === 'FHWC' ? Math.floor(inFrame / channels) % width : inFrame % width
      return 20 * Math.floor(i / (pixels * channels)) + (column < width / 2 ? 0 : 5)
    }
    const image = rawImage(tensorOf('uint8', shape, layout, value))!
    const size = fitted(image, 8)
    expect(size).toEqual({ width: 6 * 4, height: 3 })
    const row = Array.from({ length: 24 }, (_, x) => 20 * [0, 2, 4, 6, 8, 10][Math.floor(x / 4)]! + (x % 4 < 2 ? 0 : 5))
    const grey = row.flatMap((shade) => [shade, shade, shade])
    expect(drawn(image, size, { taps: 1 })).toEqual([...grey, ...grey, ...grey])
    expect(fullSize(image)).toEqual({ width: 36, height: 4 })
  },
)

test('a clip of few frames has them all', () => {
  const image = rawImage(tensorOf('uint8', [2, 8, 8, 3], 'FHWC', (i) => (i < 192 ? 0 : 250)))!
  expect(fitted(image, 16)).toEqual({ width: 16, height: 8 })
  expect(drawn(image, { width: 2, height: 1 })).toEqual([0, 0, 0, 250, 250, 250])
})
