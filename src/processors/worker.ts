// The numbers of an image, in a worker thread of a pipeline: the module that processorPipeline() names for fn.jsFunction.
import type { Tensor } from '../data/tensor.js'
import { type NumberArray, packed, unpacked } from './arrays.js'
import type { LabelRequest } from './labels/labels.js'
import { planned } from './plan.js'
import { boxesOf } from './post/pose-boxes.js'
import { type Options, ran } from './post/post-process.js'
import { type Processor, processorOf } from './processor.js'

const made = new Map<string, Processor>()

/** The processor of a config's text. Texts are few: one for each pipeline. */
function processorFor(text: string): Processor {
  const found = made.get(text)
  if (found) return found
  const { config, backend, does } = JSON.parse(text)
  const own = processorOf(config, backend)
  const processor = does === 'maps' ? { ...own, program: own.maps! } : own
  made.set(text, processor)
  return processor
}

const bytes = (tensor: Tensor) => tensor.dataSync() as Uint8Array
const ofSettings = (settings: Tensor) => processorFor(Buffer.from(bytes(settings)).toString())

/** `shape`: of the image, from its header. `settings`: config and backend as JSON, in bytes. */
export function plan(shape: Tensor, settings: Tensor) {
  const { program } = ofSettings(settings)
  const [height, width] = [...(shape.dataSync() as BigInt64Array)].map(Number) as [number, number]
  const numbers = planned(program, { height, width })
  return numbers.map(({ dtype, values, shape }) => ({
    data: dtype === 'int64' ? BigInt64Array.from(values, BigInt) : typed[dtype].from(values),
    shape: [...shape],
  }))
}

const typed = { float32: Float32Array, int32: Int32Array }

/** What a call of a process asks for, packed. */
interface Call {
  readonly method: string
  readonly outputs: unknown
  readonly options: Options
}

/** The answer to a call, packed. */
export function call(request: Tensor, settings: Tensor) {
  const { postProcesses, labels, crops, config, program } = ofSettings(settings)
  const { method, outputs, options } = unpacked(bytes(request)) as Call
  const answer = () => {
    if (method === 'labels') return labels!.run(outputs as LabelRequest, config, program)
    if (method !== 'crops') return ran(postProcesses[method]!, outputs, options, config)
    const { pixels, boxes } = outputs as { pixels: NumberArray[]; boxes: unknown }
    return crops!(pixels, boxesOf(boxes, pixels.length))
  }
  const data = packed(answer())
  return [{ data, shape: [data.length] }]
}
