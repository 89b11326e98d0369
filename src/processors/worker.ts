// The numbers of an image, in a worker thread of a pipeline: the module that processorPipeline() names for fn.jsFunction.
import type { Tensor } from '../data/tensor.js'
import { planned } from './plan.js'
import { type Processor, processorOf } from './processor.js'

const made = new Map<string, Processor>()

/** The processor of a config's text. Texts are few: one for each pipeline. */
function processorFor(text: string): Processor {
  const found = made.get(text)
  if (found) return found
  const { config, backend } = JSON.parse(text)
  const processor = processorOf(config, backend)
  made.set(text, processor)
  return processor
}

/** `shape`: of the image, from its header. `settings`: config and backend as JSON, in bytes. */
export function plan(shape: Tensor, settings: Tensor) {
  const { program } = processorFor(Buffer.from(settings.dataSync() as Uint8Array).toString())
  const [height, width] = [...(shape.dataSync() as BigInt64Array)].map(Number) as [number, number]
  const numbers = planned(program, { height, width })
  return numbers.map(({ dtype, values, shape }) => ({
    data: dtype === 'int64' ? BigInt64Array.from(values, BigInt) : typed[dtype].from(values),
    shape: [...shape],
  }))
}

const typed = { float32: Float32Array, int32: Int32Array }
