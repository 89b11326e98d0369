// Mixing within a batch: each sample is joined with partners, which a permutation of the batch brings.
// H. Zhang et al., "mixup" (2017, arXiv:1710.09412); S. Yun et al., "CutMix" (2019, arXiv:1905.04899), computed as
// torchvision's transforms.v2 computes them.

import type { DataNode } from '../definition/node.js'
import { shown } from '../errors/words.js'
import { argError } from '../graph/schema.js'
import { checkNames, checkValue, checkWhole } from './check.js'
import { extentsOf } from './extents.js'
import { type Kit, partners, permuted, type Value } from './kit.js'

/** Options of what mixes images with labels. `V`: a DataNode in a definition, a Batch in imperative mode. */
export interface MixOptions<V = DataNode> {
  /**
   * Number of classes: labels are whole numbers, one per sample, and become float32 [numClasses]. Default: labels are
   * float32 vectors already.
   */
  numClasses?: number
  /** The share of a sample itself follows Beta(alpha, alpha), drawn anew for each sample. Default: 1, all shares alike. */
  alpha?: number
  /** The share of a sample itself, from 0 to 1, in place of a draw: one for all samples, or one per sample. */
  lambda?: number | V
  /** The partner of each sample, in place of a draw: places in the batch, as a list or one per sample. */
  permutation?: readonly number[] | V
}

/** Options of cutMix. */
export interface CutMixOptions<V = DataNode> extends MixOptions<V> {
  /** The centre of the window as fractions of width and height, from 0 to 1, in place of a draw. */
  center?: readonly [x: number, y: number]
}

const mixNames = ['numClasses', 'alpha', 'lambda', 'permutation']

type Share = number | Value

function checkMix(kit: Kit, images: unknown, labels: unknown, options: CutMixOptions, names: readonly string[]): void {
  checkNames(kit, options, [...names, kit.drawOption])
  checkValue(kit, 'images', images)
  checkValue(kit, 'labels', labels)
  const { numClasses, alpha = 1, lambda, center } = options
  if (numClasses !== undefined) checkWhole(kit, 'numClasses', numClasses, 1)
  if (!(typeof alpha === 'number' && alpha > 0))
    throw argError(kit.at, `Expected a number > 0 for alpha but received ${shown(alpha)}`)
  const share = typeof lambda === 'number' ? lambda >= 0 && lambda <= 1 : lambda === undefined || kit.isValue(lambda)
  if (!share)
    throw argError(kit.at, `Expected a number from 0 to 1 or a value for lambda but received ${shown(lambda)}`)
  const inside = (x: unknown) => typeof x === 'number' && x >= 0 && x <= 1
  if (center !== undefined && !(Array.isArray(center) && center.length === 2 && center.every(inside)))
    throw argError(kit.at, `Expected [x, y] from 0 to 1 for center but received ${shown(center)}`)
}

const shareOf = (kit: Kit, { alpha = 1, lambda }: MixOptions): Share =>
  lambda ?? kit.random('random.beta', { alpha, beta: alpha }, 0)

/** 1 - x, of a number or a value. */
const rest = (kit: Kit, x: Share): Share => (kit.isValue(x) ? kit.math('sub', 1, x) : 1 - x)

/** share * a + (1 - share) * b. A number enters as a float. */
function blend(kit: Kit, a: Value, b: Value, share: Share): Value {
  const factor = (x: Share) => (kit.isValue(x) ? x : kit.op('constant', { fdata: [x], shape: [] }))
  return kit.math('add', kit.math('mul', b, factor(rest(kit, share))), kit.math('mul', a, factor(share)))
}

/** Labels as vectors, mixed with those of the partners. */
function mixedLabels(kit: Kit, labels: Value, numClasses: number | undefined, indices: unknown, share: Share): Value {
  const vectors =
    numClasses === undefined ? labels : kit.op('oneHot', kit.op('reshape', labels, { shape: [] }), { numClasses })
  return blend(kit, vectors, permuted(kit, vectors, indices), share)
}

/** The sum of a sample and its partner, weighted by `lambda` and 1 - `lambda`, for images and labels. */
export function mixUp(kit: Kit, images: Value, labels: Value, options: MixOptions): [Value, Value] {
  checkMix(kit, images, labels, options, mixNames)
  const share = shareOf(kit, options)
  const indices = options.permutation ?? partners(kit, {}, 1)
  const mixed = kit.op('castLike', blend(kit, images, permuted(kit, images, indices), share), images)
  return [mixed, mixedLabels(kit, labels, options.numClasses, indices, share)]
}

/** A window of the partner in place of the sample's own; labels by the shares of the area. */
export function cutMix(kit: Kit, images: Value, labels: Value, options: CutMixOptions): [Value, Value] {
  checkMix(kit, images, labels, options, [...mixNames, 'center'])
  const share = shareOf(kit, options)
  const indices = options.permutation ?? partners(kit, {}, 1)
  const { height, width } = extentsOf(kit, images)
  const half = kit.isValue(share)
    ? kit.math('mul', kit.math('sqrt', kit.math('sub', kit.double(1), share)), kit.double(0.5))
    : kit.double(0.5 * Math.sqrt(1 - share))
  const side = (extent: Value, at: 0 | 1) => {
    const centre = options.center
      ? kit.double(options.center[at])
      : kit.random('random.uniform', { range: [0, 1] }, 2 + at)
    const middle = kit.math('floor', kit.math('mul', extent, centre))
    const reach = kit.math('floor', kit.math('mul', extent, half))
    const from = kit.math('max', kit.math('sub', middle, reach), 0)
    const to = kit.math('min', kit.math('add', middle, reach), extent)
    return { from, length: kit.math('sub', to, from) }
  }
  const [x, y] = [side(width, 0), side(height, 1)]
  const pair = (a: Value, b: Value) => kit.op('cast', kit.op('stack', a, b), { dtype: 'float32' })
  const window = { anchor: pair(y.from, x.from), shape: pair(y.length, x.length), axisNames: 'HW', fillValue: 0 }
  const partner = permuted(kit, images, indices)
  // What is erased of the partner is its window alone.
  const inside = kit.math('sub', partner, kit.op('erase', partner, window))
  const mixed = kit.math('add', kit.op('erase', images, window), inside)
  const area = kit.math('div', kit.math('mul', x.length, y.length), kit.math('mul', width, height))
  const own = kit.op('cast', kit.math('sub', 1, area), { dtype: 'float32' })
  return [mixed, mixedLabels(kit, labels, options.numClasses, indices, own)]
}
