// Makes one sample for the sample browser: replayed through the whole graph ('after'), and through its source alone
// ('before').
import type { Tensor } from '../data/tensor.js'
import type { TensorList } from '../data/tensor-list.js'
import { replay } from '../engine/replay.js'
import { thrownText } from '../errors/thrown.js'
import { Canvas } from '../preview/canvas.js'
import { draw, fitted, rawImage, sampled, shadingOf } from '../preview/image.js'
import { decodedGraph, originalGraph, sourceNode } from '../preview/original.js'
import type { OutputView, PictureData, SampleView } from './messages.js'
import { asText } from './values.js'
import type { BatchOutputs, Watched } from './watched.js'

/** Side of a picture in pixels at most. */
const side = 768
/** A larger file is not sent to the page. */
const maxBytes = 24 * 2 ** 20
const maxValues = 32
const maxBoxes = 256

const base64 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')

function pictureOf(tensor: Tensor): PictureData | undefined {
  const image = rawImage(tensor)
  if (!image) return undefined
  const size = fitted(image, side)
  const canvas = new Canvas(size.width, size.height)
  const read = sampled(image, size, 2)
  draw(read, shadingOf([read]), canvas, 0, 0)
  return { ...size, rgb: base64(canvas.data) }
}

/** Which sample is asked for. `decode`: its file must come as pixels, because the browser cannot show it. */
export interface Asked {
  index: number
  epoch: number
  decode: boolean
}

/** Makes the sample again; the answer says which part could not be made. */
export async function sampleView(watched: Watched, asked: Asked): Promise<SampleView> {
  const { index, epoch } = asked
  const begin = performance.now()
  const before = await beforeOf(watched, asked)
  let source = ''
  let after: SampleView['after']
  try {
    const outputs = await replay<BatchOutputs>(watched.graph, watched.options, index, epoch)
    const lists = Object.values(outputs as Record<string, TensorList>)
    try {
      source = lists[0]!.sourceInfo(0).source
      const views = Object.entries(outputs as Record<string, TensorList>).map(([name, list], i) =>
        outputView(watched, { name: Array.isArray(outputs) ? `output ${name}` : name, list, i }),
      )
      after = { outputs: await Promise.all(views) }
    } finally {
      lists[0]?.release()
    }
  } catch (error) {
    after = { reason: thrownText(error) }
  }
  return { index, epoch, source, before, after, took: performance.now() - begin }
}

async function beforeOf(watched: Watched, { index, epoch, decode }: Asked): Promise<SampleView['before']> {
  const { graph, options } = watched
  const source = sourceNode(graph)
  if (!source) return { text: '', reason: 'This graph has no source: its samples are made by operators' }
  try {
    const [whole] = await replay<[TensorList]>(originalGraph(graph, source), options, index, epoch)
    using _ = whole
    const tensor: Tensor = whole.at(0)
    const { dtype, shape } = tensor
    const text = `${source.name}: ${dtype} [${shape.join(', ')}]`
    if (dtype !== 'uint8' || shape.length !== 1) return withPicture(text, pictureOf(tensor))
    const bytes = tensor.dataSync() as Uint8Array
    if (!decode && bytes.byteLength <= maxBytes) return { text, picture: { file: base64(bytes) } }
    const [decoded] = await replay<[TensorList]>(decodedGraph(graph, source), options, index, epoch)
    using __ = decoded
    return withPicture(text, pictureOf(decoded.at(0)))
  } catch (error) {
    return { text: source.name, reason: thrownText(error) }
  }
}

const withPicture = (text: string, picture: PictureData | undefined): SampleView['before'] =>
  picture ? { text, picture } : { text, reason: 'It does not look like an image' }

async function outputView(
  watched: Watched,
  { name, list, i }: { name: string; list: TensorList; i: number },
): Promise<OutputView> {
  const tensor: Tensor = list.device === 'gpu' ? (await list.toCpu()).at(0) : list.at(0)
  const { dtype, layout, shape, size } = tensor
  const view: OutputView = {
    ...{ name, dtype, layout, shape: [...shape], count: size },
    values: asText(tensor, maxValues),
  }
  const className = size === 1 ? classOf(watched, i, Number(view.values[0])) : undefined
  if (className !== undefined) view.className = className
  const picture = pictureOf(tensor)
  if (picture) view.picture = picture
  const boxes = picture ? undefined : boxesOf(watched, tensor, i)
  if (boxes) view.boxes = boxes
  return view
}

/** The source that gives output `i` of the pipeline without an operator between them, and the number of its output. */
function directSource({ graph }: Watched, i: number) {
  const value = graph.outputs[i]?.value
  const node = value && graph.nodes.find(({ id }) => id === value.node)
  return node && node === sourceNode(graph) ? { node, output: value.output } : undefined
}

function classOf(watched: Watched, i: number, label: number): string | undefined {
  const source = directSource(watched, i)
  if (!source || source.output === 0) return undefined
  return watched.engine.readers()[source.node.name]?.classes[label]
}

/** Rows of four numbers, as readers of boxes give them. */
function boxesOf(watched: Watched, tensor: Tensor, i: number): OutputView['boxes'] | undefined {
  const { shape, dtype } = tensor
  const isNumber = dtype === 'float32' || dtype === 'float64' || dtype === 'int32' || dtype === 'int64'
  if (!isNumber || shape.at(-1) !== 4 || shape.length < 1 || shape.length > 2) return undefined
  const data = Array.from(tensor.dataSync().subarray(0, 4 * maxBoxes) as Float32Array, Number)
  const rows = Array.from({ length: data.length / 4 }, (_, k) => data.slice(4 * k, 4 * k + 4))
  const source = directSource(watched, i)
  const known = (name: string) => {
    const value = sourceNode(watched.graph)?.args[name]
    return typeof value === 'boolean' ? value : null
  }
  return { rows, ltrb: known('ltrb'), ratio: known('ratio'), on: source ? 'before' : 'after' }
}
