// Objects of one image in another: G. Ghiasi et al., "Simple Copy-Paste" (2020, arXiv:2012.07177), as torchvision's reference
// scripts compute it, without blending.

import type { DataNode } from '../definition/node.js'
import { shown } from '../errors/words.js'
import { argError } from '../graph/schema.js'
import { checkNames } from './check.js'
import { extentsOf } from './extents.js'
import { boxOptionNames, type FieldOptions, type Given, type Moved, opened } from './fields.js'
import { type Kit, partners, permuted, type Value } from './kit.js'

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
function drawnObjects(kit: Kit, boxes: Value): Value {
  const count = kit.op('slice', kit.op('shapes', boxes), { start: [0], end: [1], axes: [0] })
  const at = kit.random('random.uniform', { range: [0, 1], shape: kit.op('cast', count, { dtype: 'int32' }) }, 1)
  const number = kit.op('cast', count, { dtype: 'float32' })
  const place = kit.math('min', kit.math('floor', kit.math('mul', at, number)), kit.math('sub', number, 1))
  return kit.op('cast', kit.math('add', place, 1), { dtype: 'int32' })
}

/** Objects of a partner are put over the image, at the place that they have there. */
export function copyPaste<T extends GivenObjects<Value>>(
  kit: Kit,
  given: T,
  options: CopyPasteOptions<Value>,
): Moved<T> {
  const { geometry, closed } = opened(kit, given, options)
  checkCopyPaste(kit, given, options)
  const { images, labels } = given
  // Boxes are made from the masks' pixels: how many there are is known when the CPU has read them.
  const [boxes, masks] = [given.boxes.cpu(), given.masks.cpu()]
  const onGpu = images.device === 'gpu'
  const indices = options.permutation ?? partners(kit, {}, 0)
  const of = (x: Value) => permuted(kit, x, indices)
  const [others, otherMasks] = [of(boxes), of(masks)]
  const objects = options.objects ? kit.op('cast', options.objects, { dtype: 'int32' }) : drawnObjects(kit, others)
  // Of images on a GPU only the places that the partner's pixels go to are made here.
  const pixels = onGpu ? kit.op('zerosLike', masks, { dtype: 'uint8' }) : images
  const otherPixels = onGpu ? kit.op('onesLike', otherMasks, { dtype: 'uint8' }) : of(images)
  const inputs = [pixels, masks, boxes, otherPixels, otherMasks, others, objects]
  const { bboxLayout, bboxNormalized, minArea } = geometry
  const [made, ...rest] = kit.ops('copyPaste', ...inputs, ...(labels ? [labels.cpu(), of(labels.cpu())] : []), {
    ...{ bboxLayout, bboxNormalized, minArea },
  })
  const back = (x: Value, like: Value) => (like.device === 'gpu' ? x.gpu() : x)
  return closed({
    images: onGpu ? covered(kit, images, of(images), made!) : made!,
    masks: back(rest[0]!, given.masks),
    boxes: back(rest[1]!, given.boxes),
    ...(labels && { labels: back(rest[2]!, labels) }),
  }) as Moved<T>
}

/** The image, and the other one where `places` is 1. */
function covered(kit: Kit, image: Value, other: Value, places: Value): Value {
  const { height, width } = extentsOf(kit, image)
  const size = kit.op('cast', kit.op('stack', height, width), { dtype: 'int32' })
  const fitting = kit.op('slice', other, { start: [0, 0], shape: size, axisNames: 'HW', outOfBoundsPolicy: 'pad' })
  // Every product is a pixel or 0, in the pixels' own dtype.
  const where = (value: 0 | 1) => kit.op('castLike', kit.math('eq', places.gpu(), value), image)
  return kit.math('add', kit.math('mul', image, where(0)), kit.math('mul', fitting, where(1)))
}
