// Boxes and scores of detectors: which queries are kept, and boxes as corners, in pixels of the target size where one is given.
import { invalidArgument } from '../../errors/factories.js'
import { entry, type Floats, floats, floatsOf, longs } from '../arrays.js'
import type { Size } from '../program.js'
import { number, type Options, type PostProcess, targetSizes } from './post-process.js'
import { largest, sigmoid, sigmoids, softmax, topK } from './probabilities.js'

const f32 = Math.fround

/** A query that counts, with its class. */
interface Candidate {
  readonly query: number
  readonly label: number
  readonly score: number
}

/** The candidates of one image. `logits`: [queries, classes]. */
type Choice = (logits: Floats, options: Options) => Candidate[]

/** The best class of each query; the last class is none. */
const byProbability = ({ data, dims }: Floats): Candidate[] => {
  const [queries, classes] = dims as [number, number]
  return Array.from({ length: queries }, (_, query) => {
    const label = largest(data, query * classes, classes - 1)
    return { query, label, score: data[query * classes + label]! }
  })
}

const bySoftmax: Choice = (logits) => byProbability(softmax(logits))

/** Scores over the images of a batch. */
function softmaxOfImages({ data, dims }: Floats): Floats {
  const count = dims[0]!
  const size = data.length / count
  const turned = new Float32Array(data.length)
  for (let i = 0; i < data.length; i++) turned[(i % size) * count + Math.floor(i / size)] = data[i]!
  const scores = softmax(floats(turned, [size, count])).data
  return floats(
    data.map((_, i) => scores[(i % size) * count + Math.floor(i / size)]!),
    dims,
  )
}

/** The best pairs of query and class. */
const byPairs = (logits: Floats, count: number): Candidate[] => {
  const classes = logits.dims[1]!
  const { data } = sigmoids(logits)
  return topK(data, count).map((at) => ({
    ...{ query: Math.floor(at / classes), label: at % classes },
    score: data[at]!,
  }))
}

/** The class of the largest logit. */
const byLogits: Choice = ({ data, dims }) => {
  const [queries, classes] = dims as [number, number]
  return Array.from({ length: queries }, (_, query) => {
    const label = largest(data, query * classes, classes)
    return { query, label, score: sigmoid(data[query * classes + label]!) }
  })
}

function corners({ data }: Floats, query: number, size: Size | undefined): number[] {
  const [x, y, width, height] = data.subarray(4 * query, 4 * query + 4) as unknown as [number, number, number, number]
  const made = [
    f32(x - f32(0.5 * width)),
    f32(y - f32(0.5 * height)),
    f32(x + f32(0.5 * width)),
    f32(y + f32(0.5 * height)),
  ]
  return size ? made.map((at, i) => at * (i % 2 ? size.height : size.width)) : made
}

function detected(candidates: Candidate[], boxes: Floats, threshold: number, size: Size | undefined) {
  const kept = candidates.filter(({ score }) => score > f32(threshold))
  return {
    scores: floats(
      Float32Array.from(kept, ({ score }) => score),
      [kept.length],
    ),
    labels: longs(kept.map(({ label }) => label)),
    boxes: floats(Float32Array.from(kept.flatMap(({ query }) => corners(boxes, query, size))), [kept.length, 4]),
  }
}

/** `before`: what becomes of the logits of all images first. */
const detection = (
  defaults: Options,
  choice: Choice,
  before?: (logits: Floats, options: Options) => Floats,
): PostProcess => ({
  ...{ outputs: ['logits', 'pred_boxes'], options: { targetSizes: undefined, ...defaults } },
  run(outputs, options) {
    const given = floatsOf(outputs.logits, 3, 'logits')
    const logits = before?.(given, options) ?? given
    const boxes = floatsOf(outputs.pred_boxes, 3, 'pred_boxes')
    const [count, queries] = logits.dims as [number, number]
    if (boxes.dims[0] !== count || boxes.dims[1] !== queries || boxes.dims[2] !== 4)
      throw invalidArgument(`Expected pred_boxes of ${count} x ${queries} x 4 but received ${boxes.dims.join(' x ')}`)
    const threshold = number(options, 'threshold')
    return targetSizes(options, count).map((size, i) =>
      detected(choice(entry(logits, i), options), entry(boxes, i), threshold, size),
    )
  },
})

/** Detr and Yolos. */
export const detrDetection = detection({ threshold: 0.5 }, bySoftmax)
/** ConditionalDetr and DeformableDetr. */
export const topDetection = detection({ threshold: 0.5, topK: 100 }, (logits, options) =>
  byPairs(logits, number(options, 'topK')),
)
/** Without the focal loss scores are relative to the other images of the batch, as the class has it. */
export const rtDetrDetection = detection(
  { threshold: 0.5, useFocalLoss: true },
  (logits, { useFocalLoss }) => (useFocalLoss ? byPairs(logits, logits.dims[0]!) : byProbability(logits)),
  (logits, { useFocalLoss }) => (useFocalLoss ? logits : softmaxOfImages(logits)),
)
export const groundingDetection = detection({ threshold: 0.1 }, byLogits)
