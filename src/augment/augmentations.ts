// The augmentations of the policies: each maps a magnitude to a parameter, and applies it by operators. What they
// compute is what NVIDIA DALI's module auto_aug computes (its documentation of automatic augmentations).

import type { DataNode } from '../definition/node.js'
import type { Extents } from './extents.js'
import type { Kit, Parameter } from './kit.js'

/** How an augmentation samples: options of the policy, which it hands on to each of them. */
export interface AugmentationOptions {
  /** Value of pixels that come from outside of the image; null repeats its border. */
  readonly fillValue: number | null
  /** How warps and rotations sample. */
  readonly interpType: 'linear' | 'nn'
  /** Height and width of the images, where the policy was given them. */
  readonly shape: readonly [height: number, width: number] | DataNode | undefined
}

/**
 * One augmentation of a policy. An own one is a plain object: `{ name: 'blur', magnitudeRange: [0.1, 2], apply: (x, sigma) =>
 * fn.gaussianBlur(x, { sigma }) }`. `V`: a DataNode in a definition, a Batch in imperative mode.
 */
export interface Augmentation<V = DataNode> {
  /** What policies and `excluded` call it. */
  readonly name: string
  /**
   * The magnitudes of the first and the last bin, between which the others are spaced evenly, or a function that gives that
   * of each bin. Without it the augmentation has no magnitude, and its parameter is 0.
   */
  readonly magnitudeRange?: readonly [first: number, last: number] | ((bin: number, bins: number) => number)
  /** The magnitude's sign is drawn for each sample. Default: false. */
  readonly randomlyNegate?: boolean
  /** The parameter of a magnitude: a number, or a list that has one length for all magnitudes. Default: the magnitude. */
  readonly toParameter?: (magnitude: number) => number | readonly number[]
  /**
   * The augmented images: it calls operators. `parameter` is a number or a list where it is the same for all samples, else a
   * value with one per sample, which arguments of operators take alike.
   */
  apply(images: V, parameter: number | readonly number[] | V, options: AugmentationOptions): V
  /**
   * For an augmentation that moves pixels: the affine map from positions in the input to positions in the output, in pixels,
   * as a float32 [2, 3]. It moves boxes, masks and points along; without it they stay where they are.
   */
  matrix?(images: V, parameter: number | readonly number[] | V, options: AugmentationOptions): V
}

/** What the augmentations of the package get: the kit in place of `fn`. */
export interface Tools extends AugmentationOptions {
  readonly kit: Kit
  /** The extents of the images, where boxes or points need them. */
  readonly extents: Extents | undefined
}

/** An augmentation of the package. */
type BuiltIn = Omit<Augmentation, 'apply' | 'matrix'> & {
  apply(images: DataNode, parameter: Parameter, options: Tools): DataNode
  matrix?(images: DataNode, parameter: Parameter, options: Tools): DataNode
}

/** Arguments that warps and rotations share. */
const sampling = ({ fillValue, interpType }: Tools) => ({ interpType, ...(fillValue !== null && { fillValue }) })

/** An augmentation that is one affine map. `matrixOf` gives the parameter, which is the map's six numbers. */
function warp(name: string, range: readonly [number, number], matrixOf: (magnitude: number) => number[]): BuiltIn {
  return {
    name,
    magnitudeRange: range,
    randomlyNegate: true,
    toParameter: matrixOf,
    apply: (images, matrix, tools) =>
      tools.kit.op('warpAffine', images, { matrix, inverseMap: false, ...sampling(tools) }),
    matrix: (_, matrix, { kit }) => asMatrix(kit, matrix),
  }
}

/** A list of six numbers, or a value with such a list per sample, as a value of shape [2, 3]. */
function asMatrix(kit: Kit, matrix: Parameter): DataNode {
  if (kit.isValue(matrix)) return kit.op('reshape', matrix, { shape: [2, 3] })
  return kit.op('constant', { fdata: [...(matrix as readonly number[])], shape: [2, 3] })
}

/** The six numbers of a shift along one axis. */
const shifted = (axis: 0 | 1, pixels: number) => (axis === 0 ? [1, 0, pixels, 0, 1, 0] : [1, 0, 0, 0, 1, pixels])

/** The map of a shift along an axis (0: x), by pixels, or by fractions of the extent where the shape is given. */
function shift(axis: 0 | 1, by: Parameter, { kit, shape }: Tools): Parameter {
  const extent = Array.isArray(shape) ? (shape as readonly number[])[1 - axis]! : 1
  const constant = shape === undefined || Array.isArray(shape)
  if (constant && typeof by === 'number') return shifted(axis, by * extent)
  const along = kit.op('constant', { fdata: shifted(axis, constant ? extent : 1).filter((_, i) => i % 3 === 2) })
  const pixels = constant ? by : kit.math('mul', extentOf(kit, shape as DataNode, 1 - axis), by)
  return kit.op('transforms.translation', { offset: kit.math('mul', along, pixels) })
}

/** One extent of shapes that are values. */
const extentOf = (kit: Kit, shape: DataNode, at: number) =>
  kit.op('cast', kit.op('slice', shape, { start: [at], end: [at + 1], axes: [0] }), { dtype: 'float32' })

/** An augmentation that shifts along an axis. */
const translate = (name: string, axis: 0 | 1): BuiltIn => ({
  name,
  magnitudeRange: [0, 250],
  randomlyNegate: true,
  apply: (images, by, tools) =>
    tools.kit.op('warpAffine', images, { matrix: shift(axis, by, tools), inverseMap: false, ...sampling(tools) }),
  matrix: (_, by, tools) => asMatrix(tools.kit, shift(axis, by, tools)),
})

/** An augmentation without a magnitude. */
const plain = (name: string, apply: BuiltIn['apply']): BuiltIn => ({ name, apply })

/** An augmentation by one factor, 1 + magnitude, where 1 changes nothing. */
const factor = (name: string, apply: BuiltIn['apply']): BuiltIn => ({
  name,
  magnitudeRange: [0, 0.9],
  randomlyNegate: true,
  toParameter: (magnitude) => 1 + magnitude,
  apply,
})

/** Rounds halves to the even neighbour, as NumPy does. */
const halfEven = (x: number) => {
  const floor = Math.floor(x)
  return x - floor === 0.5 ? floor + (floor % 2) : Math.round(x)
}

/** The weights of a smoothed image, whose sum is 13, and where the image itself is among them. */
const smooth = [1, 1, 1, 1, 5, 1, 1, 1, 1]
const center = 4

const kernel = (kit: Kit, weights: Parameter) =>
  kit.op('constant', { fdata: [...(weights as readonly number[])], shape: [3, 3] })

const all: readonly BuiltIn[] = [
  warp('shearX', [0, 0.3], (m) => [1, m, 0, 0, 1, 0]),
  warp('shearY', [0, 0.3], (m) => [1, 0, 0, m, 1, 0]),
  translate('translateX', 0),
  translate('translateY', 1),
  {
    name: 'rotate',
    magnitudeRange: [0, 30],
    randomlyNegate: true,
    apply: (images, angle, tools) => tools.kit.op('rotate', images, { angle, keepSize: true, ...sampling(tools) }),
    matrix(_, angle, { kit, extents }) {
      const half = (extent: DataNode) => kit.math('mul', extent, 0.5)
      const center = kit.op('stack', half(extents!.width), half(extents!.height))
      // Positive angles turn counter-clockwise, as one sees it.
      const turn = kit.isValue(angle) ? kit.math('neg', angle) : -(angle as number)
      return kit.op('transforms.rotation', { angle: turn, center })
    },
  },
  factor('brightness', (images, brightness, { kit }) => kit.op('brightness', images, { brightness })),
  factor('contrast', (images, contrast, { kit }) => kit.op('contrast', images, { contrast, aroundMean: true })),
  factor('color', (images, saturation, { kit }) => kit.op('saturation', images, { saturation })),
  {
    ...factor('sharpness', (images, weights, { kit }) =>
      kit.op(
        'filter',
        images,
        kit.isValue(weights) ? kit.op('reshape', weights, { shape: [3, 3] }) : kernel(kit, weights),
      ),
    ),
    // The distance to the smoothed image, times 1 + magnitude.
    toParameter: (magnitude) =>
      smooth.map((weight, i) => Number(i === center) * (1 + magnitude) - (magnitude * weight) / 13),
  },
  {
    name: 'posterize',
    magnitudeRange: [0, 4],
    toParameter: (bits) => Math.min(8, Math.max(1, halfEven(bits))),
    apply: (images, bits, { kit }) =>
      kit.op('posterize', images, { bits: kit.isValue(bits) ? kit.op('cast', bits, { dtype: 'int32' }) : bits }),
  },
  {
    name: 'solarize',
    magnitudeRange: [256, 0],
    apply: (images, threshold, { kit }) => kit.op('solarize', images, { threshold }),
  },
  {
    name: 'solarizeAdd',
    magnitudeRange: [0, 110],
    toParameter: (magnitude) => Math.floor(magnitude),
    apply: (images, addition, { kit }) => kit.op('solarize', images, { addition }),
  },
  plain('invert', (images, _, { kit }) => kit.op('invert', images)),
  plain('equalize', (images, _, { kit }) => kit.op('equalize', images)),
  plain('autoContrast', (images, _, { kit }) => kit.op('autocontrast', images, { rounding: 'nearest' })),
  plain('identity', (images) => images),
]

/** The augmentations of the package by name. */
export const augmentations = Object.fromEntries(all.map((one) => [one.name, one as unknown as Augmentation])) as Record<
  AugmentationName,
  Augmentation
>

/** The names of the augmentations of the package. */
export type AugmentationName =
  | 'shearX'
  | 'shearY'
  | 'translateX'
  | 'translateY'
  | 'rotate'
  | 'brightness'
  | 'contrast'
  | 'color'
  | 'sharpness'
  | 'posterize'
  | 'solarize'
  | 'solarizeAdd'
  | 'invert'
  | 'equalize'
  | 'autoContrast'
  | 'identity'
