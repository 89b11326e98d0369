// Annotations of COCO for detectors: boxes, areas, keypoints and masks follow the image through resizing and padding.
import { invalidArgument, invalidInput, unsupported } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import { type ArrayType, floats, isArray, longs, type NumberArray } from '../arrays.js'
import type { Config } from '../config.js'
import { sizeBehind } from '../plan.js'
import type { Program, Size } from '../program.js'
import { isObject, type LabelRequest, type Labels, listOf, numberOf, wholeOf } from './labels.js'
import { resizeNearest } from './nearest.js'
import { maskOf } from './polygons.js'

const f32 = Math.fround
type Fields = Readonly<Record<string, unknown>>

interface Masks {
  readonly type: Extract<ArrayType, 'bool' | 'uint8'>
  readonly size: Size
  readonly each: readonly Uint8Array[]
}

/** The labels of an image on their way. Boxes are corners, in pixels. */
interface Target {
  readonly ids: number
  readonly classes: readonly number[]
  readonly crowds: readonly number[]
  areas: number[]
  boxes: number[][]
  /** float64 is what numpy makes of no boxes at all. */
  readonly boxType: 'float32' | 'float64'
  readonly original: Size
  size: Size | undefined
  masks: Masks | undefined
  readonly keypoints: NumberArray | undefined
}

const pair = ({ height, width }: Size) => longs([height, width])

function listIn(fields: Fields, name: string, where: string): Fields[] {
  const list = fields[name]
  if (Array.isArray(list) && list.every(isObject)) return list
  throw invalidArgument(`Expected a list of objects for ${name} of ${where} but received ${shown(list)}`)
}

function numbersIn(fields: Fields, name: string, where: string): number[] {
  const list = fields[name]
  if (Array.isArray(list) && list.every((x) => typeof x === 'number')) return list
  throw invalidArgument(`Expected a list of numbers for ${name} of ${where} but received ${shown(list)}`)
}

/** The corners of a box [x, y, width, height], within the image. */
function boxOf(object: Fields, { height, width }: Size, where: string): number[] {
  const given = numbersIn(object, 'bbox', where)
  if (given.length !== 4) throw invalidArgument(`Expected 4 numbers for bbox of ${where} but received ${given.length}`)
  const [x, y, across, down] = given.map(f32) as [number, number, number, number]
  const within = (at: number, most: number) => Math.min(Math.max(at, 0), most)
  return [within(x, width), within(y, height), within(f32(x + across), width), within(f32(y + down), height)]
}

/** All that have keypoints, or, where tensors are made, those of all objects. */
function keypointsOf(objects: readonly Fields[], kept: readonly boolean[], config: Config, where: string) {
  const has = objects.map((object) => 'keypoints' in object)
  if (!(config.backend === 'pil' ? has[0] : has.includes(true))) return undefined
  if (has.includes(false)) throw invalidInput(`Expected keypoints of all objects of ${where} or of none`)
  const each = objects.map((object) => numbersIn(object, 'keypoints', where))
  const length = each[0]!.length
  if (length % 3 || each.some((one) => one.length !== length))
    throw invalidInput(`Expected equally many keypoints, of three numbers each, of all objects of ${where}`)
  const values = Float32Array.from(each.filter((_, i) => kept[i]).flat())
  return floats(values, values.length ? [values.length / 3, 3] : [0, length])
}

function detection(annotation: Fields, size: Size, request: LabelRequest, config: Config, where: string): Target {
  const all = listIn(annotation, 'annotations', where)
  const objects = all.filter((object) => !('iscrowd' in object) || object.iscrowd === 0)
  const boxes = objects.map((object, i) => boxOf(object, size, `annotations[${i}] of ${where}`))
  const kept = boxes.map(([left, top, right, bottom]) => bottom! > top! && right! > left!)
  const of = <T>(list: readonly T[]) => list.filter((_, i) => kept[i])
  return {
    ids: wholeOf(annotation, 'image_id', where),
    classes: of(objects.map((object) => wholeOf(object, 'category_id', where))),
    crowds: of(objects.map(() => 0)),
    areas: of(objects.map((object) => f32(numberOf(object, 'area', where)))),
    boxes: of(boxes),
    ...{ boxType: 'float32', original: size, size: undefined },
    keypoints: keypointsOf(objects, kept, config, where),
    masks: request.returnSegmentationMasks ? drawn(all, objects, of, size, config, where) : undefined,
  }
}

function drawn(
  all: readonly Fields[],
  objects: readonly Fields[],
  of: <T>(list: readonly T[]) => T[],
  size: Size,
  config: Config,
  where: string,
): Masks {
  if (config.backend === 'torchvision' && all.length !== objects.length) {
    throw invalidInput(
      `Expected no objects with iscrowd in ${where}, for whose masks the class on tensors has no place`,
      "Leave them out, or choose backend: 'pil'",
    )
  }
  const type = config.backend === 'pil' ? 'bool' : 'uint8'
  return { type, size, each: of(objects).map(({ segmentation }) => maskOf(segmentation, size)) }
}

/** The box around the pixels of a segment. */
function around(mask: Uint8Array, { height, width }: Size): number[] {
  let [left, top, right, bottom] = [1e8, 1e8, 0, 0]
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!mask[at++]) continue
      left = Math.min(left, x)
      top = Math.min(top, y)
      right = Math.max(right, x)
      bottom = y
    }
  }
  return [left, top, right, bottom]
}

/** Which pixels have each of the ids, which a colour gives as red + 256 green + 65536 blue. */
function segmentsOf(pixels: unknown, ids: readonly number[], where: string): Masks['each'] & { size: Size } {
  if (!isArray(pixels) || pixels.dims.length !== 3 || pixels.dims[2] !== 3)
    throw invalidArgument(`Expected a file of masks for ${where} but received none`, 'Name its folder: masksPath')
  const [height, width] = pixels.dims as [number, number]
  const data = pixels.data as Uint8Array
  const colours = new Int32Array(height * width)
  for (let i = 0; i < colours.length; i++) colours[i] = data[3 * i]! + 256 * data[3 * i + 1]! + 65536 * data[3 * i + 2]!
  const masks = ids.map((id) => Uint8Array.from(colours, (colour) => (colour === id ? 1 : 0)))
  return Object.assign(masks, { size: { height, width } })
}

function panoptic(
  annotation: Fields,
  size: Size,
  pixels: unknown,
  request: LabelRequest,
  config: Config,
  where: string,
): Target {
  const segments = listIn(annotation, 'segments_info', where)
  const of = (name: string) => segments.map((segment, i) => wholeOf(segment, name, `segments_info[${i}] of ${where}`))
  const each = segmentsOf(pixels, of('id'), where)
  const pil = config.backend === 'pil'
  return {
    ids: wholeOf(annotation, 'image_id', where),
    ...{ classes: of('category_id'), crowds: of('iscrowd') },
    areas: segments.map((segment) => f32(numberOf(segment, 'area', where))),
    boxes: each.map((mask) => around(mask, each.size)),
    ...{ boxType: pil && !each.length ? 'float64' : 'float32', original: size, size, keypoints: undefined },
    masks:
      (request.returnSegmentationMasks ?? true) ? { type: pil ? 'uint8' : 'bool', size: each.size, each } : undefined,
  }
}

function resize(target: Target, from: Size, to: Size, config: Config, where: string): void {
  const [down, across] = [to.height / from.height, to.width / from.width]
  const by = [f32(across), f32(down), f32(across), f32(down)]
  target.boxes = target.boxes.map((box) => box.map((at, i) => f32(at * by[i]!)))
  const area = f32(across * down)
  target.areas = target.areas.map((one) => f32(one * area))
  target.size = to
  const { masks } = target
  if (!masks) return
  if (!masks.each.length) throw invalidInput(`Expected objects with masks in ${where} but received none`)
  const each = masks.each.map((mask) => {
    const made = new Uint8Array(to.height * to.width)
    resizeNearest(mask, masks.size, to, config.backend, made)
    return made
  })
  target.masks = { type: 'bool', size: to, each }
}

/** Corners become the centre and the extents, as parts of the image. */
function relative(target: Target, { height, width }: Size): void {
  target.boxes = target.boxes.map((box) => {
    const [left, top, right, bottom] = box as [number, number, number, number]
    return [
      f32(f32(f32(left + right) / 2) / width),
      f32(f32(f32(top + bottom) / 2) / height),
      f32(f32(right - left) / width),
      f32(f32(bottom - top) / height),
    ]
  })
}

function pad(target: Target, from: Size, to: Size, moved: boolean, config: Config): void {
  if (from.height === to.height && from.width === to.width) return
  target.size = to
  // numpy multiplies in float64.
  const exact = [from.width / to.width, from.height / to.height]
  const by = config.backend === 'pil' ? exact : exact.map(f32)
  if (moved) target.boxes = target.boxes.map((box) => box.map((at, i) => f32(at * by[i % 2]!)))
  const { masks } = target
  if (!masks) return
  const each = masks.each.map((mask) => {
    const made = new Uint8Array(to.height * to.width)
    for (let row = 0; row < masks.size.height; row++) {
      const begin = row * masks.size.width
      made.set(mask.subarray(begin, begin + masks.size.width), row * to.width)
    }
    return made
  })
  target.masks = { ...masks, size: to, each }
}

function stacked({ type, size, each }: Masks): NumberArray {
  const area = size.height * size.width
  const data = new Uint8Array(each.length * area)
  for (const [i, mask] of each.entries()) data.set(mask, i * area)
  return { type, dims: [each.length, size.height, size.width], data }
}

function finished({ ids, classes, crowds, areas, boxes, boxType, original, size, masks, keypoints }: Target) {
  const dims = [boxes.length, 4]
  const corners: NumberArray =
    boxType === 'float64'
      ? { type: boxType, dims, data: new Float64Array(0) }
      : floats(Float32Array.from(boxes.flat()), dims)
  return {
    ...(size && { size: pair(size) }),
    ...{ image_id: longs([ids]), class_labels: longs(classes), boxes: corners },
    ...{ area: floats(Float32Array.from(areas), [areas.length]), iscrowd: longs(crowds), orig_size: pair(original) },
    ...(keypoints && { keypoints }),
    ...(masks && { masks: stacked(masks) }),
  }
}

/** The size that all images of the batch are padded to. */
function paddedSize(program: Program, sizes: readonly Size[]): Size | undefined {
  if (!program.pad) return undefined
  const [height, width] = program.pad.shape as [number, number]
  const most = (side: keyof Size) => Math.max(...sizes.map((size) => size[side]))
  return { height: height < 0 ? most('height') : height, width: width < 0 ? most('width') : width }
}

function formatOf({ format = 'coco_detection', name }: Config): unknown {
  const known = name === 'RTDetr' ? ['coco_detection'] : ['coco_detection', 'coco_panoptic']
  if (known.includes(format as string)) return format
  throw unsupported(`Expected ${known.join(' or ')} for format of ${name}ImageProcessor but received ${shown(format)}`)
}

export const cocoLabels: Labels = {
  from: 'annotations',
  run(request, config, program) {
    const { sizes } = request
    const isPanoptic = formatOf(config) === 'coco_panoptic'
    // The class of RTDetr has no masks.
    const asked = config.name === 'RTDetr' ? { ...request, returnSegmentationMasks: false } : request
    const converts = (config.do_convert_annotations ?? (config.name === 'RTDetr' || config.do_normalize)) as boolean
    const behind = sizes.map((size) => sizeBehind(program, size))
    const padded = paddedSize(program, behind)
    const labels = listOf(request.annotations, sizes.length, 'annotations').map((annotation, i) => {
      const where = `annotation ${i}`
      if (!isObject(annotation))
        throw invalidArgument(`Expected an object for ${where} but received ${shown(annotation)}`)
      const [from, to] = [sizes[i]!, behind[i]!]
      const target = isPanoptic
        ? panoptic(annotation, from, request.panoptic?.[i], asked, config, where)
        : detection(annotation, from, asked, config, where)
      if (config.do_resize) resize(target, from, to, config, where)
      if (converts) relative(target, to)
      if (padded) pad(target, to, padded, converts, config)
      return finished(target)
    })
    return { labels }
  },
}
