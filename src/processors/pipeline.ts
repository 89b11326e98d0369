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
  /** In place of a pipeline that processes images: one that answers calls, that decodes images, or that makes labels of maps. */
  readonly does?: 'calls' | 'pixels' | 'maps'
}

/** The name of the input that takes files. */
export const imagesInput = 'images'
/** The name of the input that takes calls. */
export const callsInput = 'calls'

/** The outputs of a processor in the definition of a pipeline, in the order of its program. `encoded`: bytes of image files. */
export function processed(
  encoded: DataNode,
  { program }: Processor,
  settings: Pick<ProcessorSettings, 'config' | 'backend' | 'does'>,
): DataNode[] {
  const library = { ops: fn, math } as unknown as Library<DataNode>
  return recorded(library, program, encoded, numbersOf(encoded, program, settings))
}

type Outputs = NonNullable<Parameters<typeof fn.jsFunction>[1]['outputs']>

/** A function of the module worker.ts, which is told which processor it is for. */
function worked(name: string, input: DataNode, settings: object, outputs: Outputs): DataNode[] {
  const text = fn.constant({ idata: [...Buffer.from(JSON.stringify(settings))], dtype: 'uint8' })
  const module = new URL('./worker.js', import.meta.url)
  return fn.jsFunction([input, text], { module, export: name, outputs }) as unknown as DataNode[]
}

function numbersOf(encoded: DataNode, program: Processor['program'], settings: object): DataNode[] {
  const outputs = slots(program).map((dtype) => ({ dtype }))
  return outputs.length ? worked('plan', fn.peekImageShape(encoded), settings, outputs) : []
}

const decoded = (encoded: DataNode) => fn.decoders.image(encoded, { outputType: 'rgb', jpegFancyUpsampling: true })

const source = (name: string) => fn.externalSource({ name, dtype: 'uint8', ndim: 1, noCopy: true }) as DataNode

/** Errors: as processorOf(), and those of options of a pipeline. */
export function processorPipeline(settings: ProcessorSettings): { pipe: Pipeline; processor: Processor } {
  const { config, batchSize, numThreads } = settings
  const processor = processorOf(config, settings.backend)
  const define = pipelineDef({ batchSize, ...(numThreads && { numThreads }), prefetchQueueDepth: 1 }, () => {
    const own = { config, backend: processor.backend }
    const { does } = settings
    if (does === 'calls') return worked('call', source(callsInput), own, [{ dtype: 'uint8' }])
    const encoded = source(imagesInput)
    if (does === 'pixels') return [decoded(encoded)]
    const { labels, maps } = processor
    const made = processed(encoded, does === 'maps' ? { ...processor, program: maps! } : processor, {
      ...own,
      ...(does && { does }),
    })
    // What makes labels is told the sizes of images.
    return labels && does === undefined ? [...made, fn.peekImageShape(encoded)] : made
  })
  return { pipe: define() as unknown as Pipeline, processor }
}
