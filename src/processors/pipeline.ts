// A processor as a pipeline: files of images in, the outputs of its class out. The host runs it for Python.
import { pipelineDef } from '../api/define.js'
import { fn } from '../api/fn.js'
import { math } from '../api/math.js'
import type { Pipeline } from '../api/pipeline.js'
import type { DataNode } from '../definition/node.js'
import { slots } from './plan.js'
import { type Processor, processorOf } from './processor.js'
import { type Library, recorded } from './record.js'

/** What a process asks for. */
export interface ProcessorSettings {
  readonly config: unknown
  readonly backend?: string
  /** The most images of a call. */
  readonly batchSize: number
  readonly numThreads?: number
}

/** The name of the input that takes files. */
export const imagesInput = 'images'

/** The outputs of a processor in the definition of a pipeline, in the order of its program. `encoded`: bytes of image files. */
export function processed(
  encoded: DataNode,
  { program }: Processor,
  settings: { config: unknown; backend: string },
): DataNode[] {
  const library = { ops: fn, math } as unknown as Library<DataNode>
  return recorded(library, program, encoded, numbersOf(encoded, program, settings))
}

function numbersOf(encoded: DataNode, program: Processor['program'], settings: object): DataNode[] {
  const outputs = slots(program).map((dtype) => ({ dtype }))
  if (!outputs.length) return []
  const text = fn.constant({ idata: [...Buffer.from(JSON.stringify(settings))], dtype: 'uint8' })
  const module = new URL('./worker.js', import.meta.url)
  return fn.jsFunction([fn.peekImageShape(encoded), text], { module, export: 'plan', outputs }) as DataNode[]
}

/** Errors: as processorOf(), and those of options of a pipeline. */
export function processorPipeline(settings: ProcessorSettings): { pipe: Pipeline; processor: Processor } {
  const { config, batchSize, numThreads } = settings
  const processor = processorOf(config, settings.backend)
  const define = pipelineDef({ batchSize, ...(numThreads && { numThreads }), prefetchQueueDepth: 1 }, () => {
    const encoded = fn.externalSource({ name: imagesInput, dtype: 'uint8', ndim: 1, noCopy: true }) as DataNode
    return processed(encoded, processor, { config, backend: processor.backend })
  })
  return { pipe: define() as unknown as Pipeline, processor }
}
