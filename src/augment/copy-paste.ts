// Objects of one image in another: G. Ghiasi et al., "Simple Copy-Paste" (2020, arXiv:2012.07177), as torchvision's reference
// scripts compute it, without blending.

import type { DataNode } from '../definition/node.js'
import { shown } from '../errors/words.js'
import { argError } from '../graph/schema.js'
import { fromCorners } from './boxes.js'
import { checkNames } from './check.js'
import { extentsOf } from './extents.js'
import { boxOptionNames, type FieldOptions, type Given, type Moved, opened } from './fields.js'
import { either, type Fields, type Kit, partners, permuted, type Value } from './kit.js'

/** Options of copyPaste. `V`: a DataNode in a definition, a Batch in imperative mode. */
export interface CopyPasteOptions<V = DataNode> extends FieldOptions {
  /** The partner of each sample, in place of a draw: places in the batch, as a list or one per sample. */
  permutation?: readonly number[] | V
  /**
   * The objects that each sample gets, in place of a draw: int32 (n), their numbers in the partner's masks. Default: as many are
   * drawn as the partner has, with repetitions.
   */
  objects?: V
}

/** What copyPaste needs. `V`: a DataNode in a definition, a Batch in imperative mode. */
export interface GivenObjects<V = DataNode> extends Given<V> {
  readonly boxes: V
  /** The number of the object that each pixel belongs to, in HWC with one channel: box i is object i + 1, and 0 is the background. */
  readonly masks: V
}

const int32 = (kit: Kit, x: Value) => kit.op('cast', x, { dtype: 'int32' })
const float32 = (kit: Kit, x: Value) => kit.op('cast', x, { dtype: 'float32' })
const column = (kit: Kit, x: Value) => kit.op('reshape', x, { shape: [-1, 1] })
const list = (kit: Kit, x: Value) => kit.op('reshape', x, { shape: [-1] })
/** Scalars as an int32 vector. */
const whole = (kit: Kit, ...scalars: Value[]) => int32(kit, kit.op('stack', ...scalars))
/** Columns as a table. */
const table = (kit: Kit, ...columns: Value[]) => kit.op('stack', ...columns, { axis: 1 })

/** Gives 0, 1, 2, ... as int32, up to 65535: as many as a scalar says. */
function counter(kit: Kit): (count: Value) => Value {
  const idata = Array.from({ length: 256 }, (_, i) => i)
  const high = kit.math('mul', kit.op('constant', { idata, shape: [256, 1] }), 256)
  const all = list(kit, kit.math('add', high, kit.op('constant', { idata, shape: [1, 256] })))
  return (count) => kit.op('slice', all, { start: [0], shape: whole(kit, count), axes: [0] })
}

/** For each of the numbers, a plane that has 1 where a pixel belongs to that object: sums of uint8 are faster than those of bool. */
const planes = (kit: Kit, masks: Value, numbers: Value) =>
  kit.op('reinterpret', kit.math('eq', alongPlanes(kit, numbers), masks), { dtype: 'uint8' })

/** A number per object, as an operand beside planes. */
const alongPlanes = (kit: Kit, numbers: Value) => kit.op('reshape', numbers, { shape: [-1, 1, 1] })

/** For each pixel the largest value of all planes. */
const above = (kit: Kit, objects: Value) => kit.op('reductions.max', objects, { axes: [0] })

/** Pixels of each object. */
const areas = (kit: Kit, objects: Value) => kit.op('reductions.sum', objects, { axes: [1, 2] })

/** The rows of a table whose numbers are given. */
function picked(kit: Kit, rows: Value, numbers: Value, all: Value): Value {
  const one = table(kit, all, all, kit.math('add', all, 1))
  return kit.ops('segmentation.selectMasks', numbers, one, rows)[1]!
}

/** The numbers of which the flag is true. An operator on boxes drops those whose box lies outside. */
function trueOnes(kit: Kit, flags: Value, all: Value): Value {
  const on = float32(kit, flags)
  const zero = kit.math('mul', on, 0)
  const boxes = table(kit, kit.math('sub', on, 1), zero, on, kit.math('add', zero, 1))
  const options = { angle: 0, keepSize: true, inputShape: [1024, 1024], removeThreshold: 0.5 }
  return kit.ops('bBoxRotate', boxes, all, options)[1]!
}

/** The boxes around objects in pixels: left, top, right, bottom, an int32 row for each. */
function boxesAround(kit: Kit, objects: Value, height: Value, width: Value, count: (n: Value) => Value): Value {
  const ends = (across: number, extent: Value) => {
    const there = kit.op('reductions.max', objects, { axes: [across] })
    const at = count(extent)
    const most = (x: Value) => kit.op('reductions.max', kit.math('mul', there, x), { axes: [1] })
    const size = int32(kit, extent)
    return [kit.math('sub', size, most(kit.math('sub', size, at))), most(kit.math('add', at, 1))] as const
  }
  const [left, right] = ends(1, width)
  const [top, bottom] = ends(2, height)
  return table(kit, left, top, right, bottom)
}

function checkCopyPaste(
  kit: Kit,
  given: unknown,
  options: CopyPasteOptions<Value>,
): asserts given is GivenObjects<Value> {
  checkNames(kit, options, ['permutation', 'objects', ...boxOptionNames, kit.drawOption])
  const { objects } = options
  if (objects !== undefined && !kit.isValue(objects))
    throw argError(kit.at, `Expected a value for objects but received ${shown(objects)}`)
  const fields = (kit.isValue(given) ? { images: given } : given) as Partial<GivenObjects<Value>>
  for (const name of ['boxes', 'masks'] as const) {
    if (!fields?.[name])
      throw argError(kit.at, `Expected ${name} beside images but received none`, 'Objects are found by boxes and masks')
  }
  if (fields.points) throw argError(kit.at, 'Expected no points but received some', 'Points have no object')
}

/** The numbers of the partner's objects that are pasted: one for each of its objects, with repetitions. */
function drawnObjects(kit: Kit, count: Value): Value {
  const at = kit.random('random.uniform', { range: [0, 1], shape: whole(kit, count) }, 1)
  const last = kit.math('sub', count, 1)
  return int32(kit, kit.math('add', kit.math('min', kit.math('floor', kit.math('mul', at, count)), last), 1))
}

/** Objects of a partner are put over the image, at the place that they have there. */
export function copyPaste<T extends GivenObjects<Value>>(
  kit: Kit,
  given: T,
  options: CopyPasteOptions<Value>,
): Moved<T> {
  const { geometry, closed } = opened(kit, given, options)
  checkCopyPaste(kit, given, options)
  const { images, boxes, labels, masks } = given
  const { height, width } = extentsOf(kit, images)
  const count = counter(kit)
  const plus = (a: Value, b: Value | number) => kit.math('add', a, b)

  // Object `size` + 1 is none: with it no list of objects is empty.
  const size = kit.math('mul', kit.op('reductions.sum', kit.op('onesLike', boxes, { dtype: 'float32' })), 0.25)
  const numbers = plus(count(plus(size, 1)), 1)
  const extents = whole(kit, height, width)
  const flat = int32(kit, kit.op('reshape', masks, { shape: extents, layout: 'HW' }))
  const known = kit.math('mul', flat, kit.math('le', flat, int32(kit, size)))
  const area = areas(kit, planes(kit, known, numbers))

  const indices = options.permutation ?? partners(kit, {}, 0)
  const of = (x: Value) => permuted(kit, x, indices)
  const origin = kit.op('constant', { idata: [0, 0] })
  const fitted = (x: Value) => kit.op('slice', of(x), origin, extents, { axisNames: 'HW', outOfBoundsPolicy: 'pad' })
  const [otherSize, otherMasks] = [of(size), fitted(known)]
  const none = kit.op('constant', { idata: [0] })
  const chosen = kit.op('cat', int32(kit, options.objects ?? drawnObjects(kit, otherSize)), none)
  const otherNumbers = of(numbers)
  const isChosen = kit.op('reductions.max', kit.math('eq', column(kit, chosen), otherNumbers), { axes: [0] })
  const parts = kit.math('mul', planes(kit, otherMasks, otherNumbers), alongPlanes(kit, isChosen))
  const pasted = kit.math('gt', above(kit, parts), 0)

  // The partner's objects are numbered behind the sample's own.
  const merged = either(kit, pasted, plus(otherMasks, int32(kit, plus(size, 1))), known)
  const all = count(plus(plus(size, otherSize), 2))
  const objects = planes(kit, merged, plus(all, 1))
  const [before, after] = [kit.op('cat', area, of(area)), areas(kit, objects)]
  const enough = kit.math('ge', after, kit.math('mul', before, kit.double(geometry.minArea)))
  const flags = kit.math('mul', kit.math('gt', after, 0), enough)
  const kept = trueOnes(kit, flags, all)

  const corners = picked(kit, float32(kit, boxesAround(kit, objects, height, width, count)), kept, all)
  const result: Record<string, Value> = {
    images: either(kit, withChannel(kit, pasted, height, width), fitted(images), images),
    boxes: written(kit, corners, geometry, height, width),
    masks: withChannel(kit, renumbered(kit, objects, flags, all, masks), height, width),
  }
  if (labels) {
    const both = kit.op('cat', labels, none, of(labels), none)
    result.labels = list(kit, picked(kit, column(kit, both), kept, all))
  }
  return closed(result as Fields) as Moved<T>
}

/** Corners in pixels, in the form of the user's boxes. */
function written(
  kit: Kit,
  corners: Value,
  { bboxLayout, bboxNormalized }: Required<FieldOptions>,
  height: Value,
  width: Value,
): Value {
  const boxes = bboxNormalized ? kit.math('div', corners, kit.op('stack', width, height, width, height)) : corners
  return bboxLayout === 'xyWH' ? kit.op('coordTransform', boxes, { M: fromCorners }) : boxes
}

/** Masks with the numbers of the objects that are kept, in the dtype of `like`. */
function renumbered(kit: Kit, objects: Value, flags: Value, all: Value, like: Value): Value {
  const upTo = kit.math('mul', kit.math('le', column(kit, all), all), column(kit, flags))
  const numbers = kit.math('mul', int32(kit, kit.op('reductions.sum', upTo, { axes: [0] })), flags)
  return above(kit, kit.math('mul', objects, alongPlanes(kit, kit.op('castLike', numbers, like))))
}

/** A plane as an image of one channel. */
const withChannel = (kit: Kit, plane: Value, height: Value, width: Value) =>
  kit.op('reshape', plane, { shape: whole(kit, height, width, kit.math('div', width, width)), layout: 'HWC' })
