// Tensors of a case: what one holds is told by a few words, and made when the case is run.
import { typedArrays } from '../../../dist/data/elements.js'
import { Random } from './random.mjs'

export { typedArrays }
export const dtypes = Object.keys(typedArrays)

/** Layouts that fit a number of dimensions, and some that do not. */
const layouts = [
  [''],
  ['', 'C', 'W'],
  ['HW', '', 'WC', 'CH'],
  ['HWC', 'HWC', 'CHW', '', 'DHW', 'WHC', 'FHW'],
  ['FHWC', 'DHWC', 'CDHW', 'FCHW', ''],
  ['FDHWC', 'CFDHW', 'FCDHW', ''],
  ['', 'ABCDEF'],
]
const oddLayouts = ['é', 'HWCHWCHWC', 'hwc', 'HH', ' ', '\0', '😀', '\ud800']
const maxElements = 200_000

/** { dtype, shape, layout, seed }: an image as often as not, where `image` says so. */
export function drawTensor(random, image) {
  const often = random.wild ? 4 : 12
  const dtype = image && !random.oneIn(often) ? random.pick(['uint8', 'uint8', 'float32']) : random.pick(dtypes)
  const ndim = image && !random.oneIn(often) ? 3 : random.below(7)
  const extent = () => (random.oneIn(often * 3) ? 0 : random.oneIn(3) ? 1 : 1 + random.below(random.oneIn(6) ? 70 : 12))
  let shape = random.many(ndim, extent)
  if (image && ndim === 3 && !random.oneIn(often)) shape[2] = random.pick([1, 3, 3, 4])
  while (volume(shape) > maxElements) shape = shape.map((d) => Math.ceil(d / 2))
  const layout = random.wild || ndim !== 3 ? random.pick(layouts[ndim]) : 'HWC'
  const seed = random.below(1000)
  if (!random.wild || !random.oneIn(20)) return { dtype, shape, layout, seed }
  if (random.oneIn(2)) return { dtype, shape, layout: random.pick(oddLayouts), seed }
  return { dtype, shape: shape.map((d) => (random.oneIn(2) ? -d : d)), layout, seed }
}

export const volume = (shape) => shape.reduce((a, b) => a * b, 1)

const oddFloats = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e38, -1e-40]

/** The sample that a drawn tensor stands for, in memory of exactly its size, so that AddressSanitizer sees overreads. */
export function makeTensor({ dtype, shape, layout, seed }) {
  const random = new Random(seed)
  const count = Math.abs(volume(shape))
  const data = new typedArrays[dtype](count)
  const odd = random.oneIn(3)
  for (let i = 0; i < count; i++) {
    if (dtype === 'bool') data[i] = random.below(2)
    else if (dtype.endsWith('64') && !dtype.startsWith('float')) data[i] = BigInt(random.bits())
    else if (dtype === 'float16' || !dtype.startsWith('float')) data[i] = random.bits()
    else data[i] = odd && random.oneIn(20) ? random.pick(oddFloats) : (random.below(2000) - 1000) / 7
  }
  return { dtype, shape, ...(layout && { layout }), data }
}
