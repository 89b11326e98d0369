// Segments of models that give a mask and a class for each of their queries: Detr's, and those of MaskFormer and Mask2Former.
import { invalidArgument } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import { entry, type Floats, floats, floatsOf, type NumberArray } from '../arrays.js'
import type { Size } from '../program.js'
import { round } from '../sizes.js'
import { bilinear, nearest } from './interpolate.js'
import { number, type Options, type Outputs, type PostProcess, targetSizes } from './post-process.js'
import { argmaxOfChannels, largest, sigmoids, softmax, topK } from './probabilities.js'
import { semanticMap, semanticOptions } from './semantic.js'

const f32 = Math.fround

/** Where the outputs are, and whether masks become 384 x 384 first, as Mask2Former's do. */
export interface QueryModel {
  readonly logits: string
  readonly masks: string
  readonly resized: boolean
  /** Whether the class of no object counts in semantic maps. */
  readonly noObject?: boolean
}

interface Queries {
  /** [queries, classes + 1]. */
  readonly classes: Floats
  /** [queries, height, width]. */
  readonly masks: Floats
}

export interface Segment {
  readonly id: number
  readonly label_id: number
  readonly was_fused: boolean
  readonly score: number
}

const own = { height: 384, width: 384 }

function queriesOf(model: QueryModel, outputs: Outputs): Queries[] {
  const classes = floatsOf(outputs[model.logits], 3, model.logits)
  const masks = floatsOf(outputs[model.masks], 4, model.masks)
  const [count, queries] = classes.dims as [number, number]
  if (masks.dims[0] !== count || masks.dims[1] !== queries) {
    throw invalidArgument(
      `Expected ${model.masks} of ${count} images and ${queries} queries but received ${masks.dims.join(' x ')}`,
    )
  }
  return Array.from({ length: count }, (_, i) => {
    const mask = entry(masks, i)
    return { classes: entry(classes, i), masks: model.resized ? bilinear(mask, own) : mask }
  })
}

/** As round(x, 6) of Python. */
const rounded = (score: number) => round(score * 1e6) / 1e6

/** Adds planes that lie `area` numbers behind each other, each with its weight, four at once. */
function addWeighed(to: Float32Array, planes: Float32Array, begin: number, area: number, weights: Float32Array): void {
  const fours = weights.length - (weights.length % 4)
  for (let k = 0; k < fours; k += 4) {
    const [a, b, c, d] = [weights[k]!, weights[k + 1]!, weights[k + 2]!, weights[k + 3]!]
    for (let i = 0, at = k * area + begin; i < to.length; i++, at++) {
      const first = planes[at]! * a + planes[at + area]! * b
      to[i] = to[i]! + first + (planes[at + 2 * area]! * c + planes[at + 3 * area]! * d)
    }
  }
  for (let k = fours; k < weights.length; k++) {
    for (let i = 0, at = k * area + begin; i < to.length; i++, at++) to[i] = to[i]! + planes[at]! * weights[k]!
  }
}

/** Scores of classes for each pixel: the sum over queries. */
function classScores({ classes, masks }: Queries, withNoObject: boolean): Floats {
  const [queries, width] = classes.dims as [number, number]
  const scores = softmax(classes).data
  const { data } = sigmoids(masks)
  const [rows, columns] = masks.dims.slice(1) as [number, number]
  const area = rows * columns
  const count = withNoObject ? width : width - 1
  const made = new Float32Array(count * area)
  // Pixels in blocks, so that what is summed stays in the cache.
  const block = 2048
  const weights = new Float32Array(queries)
  for (let begin = 0; begin < area; begin += block) {
    const end = Math.min(area, begin + block)
    for (let label = 0; label < count; label++) {
      for (let query = 0; query < queries; query++) weights[query] = scores[query * width + label]!
      addWeighed(made.subarray(label * area + begin, label * area + end), data, begin, area, weights)
    }
  }
  return floats(made, [count, rows, columns])
}

export const querySemantic = (model: QueryModel): PostProcess => ({
  ...{ outputs: [model.logits, model.masks], options: semanticOptions },
  run(outputs, options) {
    const images = queriesOf(model, outputs)
    return targetSizes(options, images.length).map((size, i) =>
      semanticMap(classScores(images[i]!, model.noObject ?? false), size, options.returnSegmentationScores),
    )
  },
})

/** Queries that have a class with a score above the threshold. */
function kept({ classes, masks }: Queries, threshold: number) {
  const [queries, width] = classes.dims as [number, number]
  const { data } = softmax(classes)
  const found = Array.from({ length: queries }, (_, query) => {
    const label = largest(data, query * width, width)
    return { query, label, score: data[query * width + label]! }
  }).filter(({ label, score }) => label !== width - 1 && score > f32(threshold))
  const [rows, columns] = masks.dims.slice(1) as [number, number]
  const area = rows * columns
  const chosen = new Float32Array(found.length * area)
  for (const [i, { query }] of found.entries())
    chosen.set(masks.data.subarray(query * area, (query + 1) * area), i * area)
  return { found, masks: floats(chosen, [found.length, rows, columns]) }
}

/** A map without segments: float32, as there. */
const empty = (size: Size): NumberArray =>
  floats(new Float32Array(size.height * size.width).fill(-1), [size.height, size.width])

/** How many pixels a query has, and how many it would have alone, for each. */
function areas(labels: Int32Array, masks: Floats, maskThreshold: number) {
  const count = masks.dims[0]!
  const [has, alone] = [new Int32Array(count), new Int32Array(count)]
  for (const label of labels) has[label]!++
  const least = f32(maskThreshold)
  for (let k = 0, at = 0; k < count; k++) {
    for (let i = 0; i < labels.length; i++) if (masks.data[at++]! >= least) alone[k]!++
  }
  return { has, alone }
}

function fused(options: Options): ReadonlySet<number> {
  const given = options.labelIdsToFuse ?? []
  const isLabels = (x: unknown): x is number[] => Array.isArray(x) && x.every(Number.isInteger)
  const list = given instanceof Set ? [...given] : given
  if (isLabels(list)) return new Set(list)
  throw invalidArgument(`Expected a list or Set of numbers for labelIdsToFuse but received ${shown(given)}`)
}

function segmented(queries: Queries, options: Options, fuse: ReadonlySet<number>, target: Size | undefined) {
  const { found, masks } = kept(queries, number(options, 'threshold'))
  const [rows, columns] = masks.dims.slice(1) as [number, number]
  const size = target ?? { height: rows, width: columns }
  if (!found.length) return { segmentation: empty(size), segments_info: [] as Segment[] }
  const probabilities = sigmoids(masks)
  const weighed = target ? bilinear(probabilities, target) : probabilities
  const area = size.height * size.width
  for (const [i, { score }] of found.entries()) {
    for (let at = i * area; at < (i + 1) * area; at++) weighed.data[at]! *= score
  }
  const labels = argmaxOfChannels(weighed)
  const { has, alone } = areas(labels, weighed, number(options, 'maskThreshold'))
  const ids = new Int32Array(found.length)
  const segments: Segment[] = []
  const memory = new Map<number, number>()
  let current = 0
  for (const [k, { label, score }] of found.entries()) {
    const part = f32(f32(has[k]!) / f32(alone[k]!))
    if (!has[k] || !alone[k] || !(part > number(options, 'overlapMaskAreaThreshold'))) continue
    current = memory.get(label) ?? current + 1
    ids[k] = current
    segments.push({ id: current, label_id: label, was_fused: fuse.has(label), score: rounded(score) })
    if (fuse.has(label)) memory.set(label, current)
  }
  const segmentation: NumberArray = {
    ...{ type: 'int32', dims: [size.height, size.width] },
    data: labels.map((k) => ids[k]!),
  }
  return { segmentation, segments_info: segments }
}

/** Run lengths of each value of a map, from the smallest on: where runs begin, counted from 1, and how long they are. */
function runLengths({ data }: NumberArray): number[][] {
  const values = Array.from(data as ArrayLike<number>)
  const distinct = [...new Set(values)].sort((a, b) => a - b)
  return distinct.map((value) => {
    const runs: number[] = []
    for (let i = 0; i < values.length; ) {
      const begin = i
      if (values[i++] !== value) continue
      while (i < values.length && values[i] === value) i++
      runs.push(begin + 1, i - begin)
    }
    return runs
  })
}

const thresholds = { threshold: 0.5, maskThreshold: 0.5, overlapMaskAreaThreshold: 0.8, targetSizes: undefined }

export const queryPanoptic = (model: QueryModel): PostProcess => ({
  ...{ outputs: [model.logits, model.masks], options: { ...thresholds, labelIdsToFuse: undefined } },
  run(outputs, options) {
    const images = queriesOf(model, outputs)
    const fuse = fused(options)
    return targetSizes(options, images.length).map((size, i) => segmented(images[i]!, options, fuse, size))
  },
})

/** Detr's: as the panoptic one, and nothing is fused. */
export const detrInstances = (model: QueryModel): PostProcess => ({
  ...{ outputs: [model.logits, model.masks], options: { ...thresholds, returnCocoAnnotation: false } },
  run(outputs, options) {
    const images = queriesOf(model, outputs)
    return targetSizes(options, images.length).map((size, i) => {
      const made = segmented(images[i]!, options, new Set(), size)
      const coco = options.returnCocoAnnotation && made.segments_info.length > 0
      return coco ? { ...made, segmentation: runLengths(made.segmentation) } : made
    })
  },
})

/** The mean of a mask's probabilities where it is set. */
function maskScore(logits: Float32Array): number {
  let [sum, count] = [0, 0]
  for (const x of logits) {
    if (x <= 0) continue
    sum += 1 / (1 + Math.exp(-x))
    count++
  }
  return f32(f32(sum) / f32(count + 1e-6))
}

function instances({ classes, masks }: Queries, options: Options, target: Size | undefined) {
  const [queries, width] = classes.dims as [number, number]
  const all = softmax(classes).data
  const scores = Float32Array.from({ length: queries * (width - 1) }, (_, i) => {
    return all[Math.floor(i / (width - 1)) * width + (i % (width - 1))]!
  })
  const [rows, columns] = masks.dims.slice(1) as [number, number]
  const size = target ?? { height: rows, width: columns }
  const segmentation = empty(size)
  const segments: Segment[] = []
  const maps: Float32Array[] = []
  for (const place of topK(scores, queries)) {
    const query = Math.floor(place / (width - 1))
    const logits = masks.data.subarray(query * rows * columns, (query + 1) * rows * columns)
    const score = f32(scores[place]! * maskScore(logits))
    if (!(score >= number(options, 'threshold'))) continue
    const set = floats(
      logits.map((x) => (x > 0 ? 1 : 0)),
      [rows, columns],
    )
    const map = target ? nearest(set, target) : set
    if (!map.data.includes(1)) continue
    const id = segments.length
    for (let i = 0; i < map.data.length; i++) if (map.data[i]) segmentation.data[i] = id
    segments.push({ id, label_id: place % (width - 1), was_fused: false, score: rounded(score) })
    maps.push(map.data)
  }
  return { segmentation, segments_info: segments, maps }
}

function stacked(maps: readonly Float32Array[], dims: readonly number[]): Floats {
  const size = maps[0]!.length
  const made = new Float32Array(maps.length * size)
  for (const [i, map] of maps.entries()) made.set(map, i * size)
  return floats(made, [maps.length, ...dims])
}

/** MaskFormer's and Mask2Former's: the best pairs of query and class, each with its mask. */
export const maskInstances = (model: QueryModel): PostProcess => ({
  outputs: [model.logits, model.masks],
  options: { ...thresholds, returnCocoAnnotation: false, returnBinaryMaps: false },
  run(outputs, options) {
    const { returnCocoAnnotation: coco, returnBinaryMaps: binary } = options
    if (coco && binary) throw invalidArgument('Expected returnCocoAnnotation or returnBinaryMaps but received both')
    const images = queriesOf(model, outputs)
    return targetSizes(options, images.length).map((size, i) => {
      const { maps, segmentation, segments_info } = instances(images[i]!, options, size)
      if (coco) return { segmentation: runLengths(segmentation), segments_info }
      return { segmentation: binary && maps.length ? stacked(maps, segmentation.dims) : segmentation, segments_info }
    })
  },
})
