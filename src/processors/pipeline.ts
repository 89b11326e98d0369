// A processor as a pipeline: files of images in, the outputs of its class out. The host runs it for Python.
import { pipelineDef } from '../api/define.js'
import { fn } from '../api/fn.js'
import { math } from '../api/math.js'
import type { Pipeline } from '../api/pipeline.js'
import type { DataNode } from '../definition/node.js'
import { invalidArgument, unsupported } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import type { Graph } from '../graph/types.js'
import { slots } from './plan.js'
import { type Processor, processorOf } from './processor.js'
import { asPillow, type Library, recorded } from './record.js'

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

/** What a pipeline says of a processor whose steps it has. */
export interface StepsOptions {
  readonly backend?: string | undefined
  /** Where files are decoded, and pixels worked on: 'gpu' decodes on 'mixed'. Default: 'cpu'. */
  readonly device?: string | undefined
  /** The input has images, uint8, HWC, RGB, in place of files; the steps run where these are. */
  readonly decoded?: boolean | undefined
}

/**
 * The steps of a config's class in the definition of a pipeline: its outputs by name, a sample for each image.
 *
 * Errors: as processorOf(); UNSUPPORTED, for a class that needs more than images; INVALID_ARGUMENT, for an option with a wrong value.
 */
export function processorSteps(input: DataNode, config: unknown, options: StepsOptions): Record<string, DataNode> {
  const { device = 'cpu', decoded: isDecoded = false } = options
  const processor = processorOf(config, options.backend)
  if (processor.crops) {
    throw unsupported(
      `Expected a class that processes images alone but received ${processor.name}, which needs boxes of persons`,
      'Give the boxes to imageProcessor(), outside of the pipeline',
    )
  }
  if (typeof isDecoded !== 'boolean') {
    throw invalidArgument(`Expected true or false for decoded but received ${shown(isDecoded)}`)
  }
  if (device !== 'cpu' && device !== 'gpu') {
    throw invalidArgument(`Expected 'cpu' or 'gpu' for device but received ${shown(device)}`)
  }
  if (isDecoded && options.device !== undefined) {
    throw invalidArgument('Expected no device together with decoded: the steps run where the images are')
  }
  const pixels = isDecoded ? input : decoded(input, device === 'gpu' ? { device: 'mixed' } : {})
  const shape = isDecoded ? fn.shapes(input).cpu() : fn.peekImageShape(input)
  const outputs = processed(pixels, shape, processor, { config, backend: processor.backend })
  return Object.fromEntries(processor.program.outputs.map(({ name }, i) => [name, outputs[i]!]))
}

/** What a process asks for that records the steps itself. `gpu`: images that are decoded lie in GPU memory. */
export interface StepsSettings extends StepsOptions {
  readonly config: unknown
  readonly gpu?: boolean
}

/** Operators in their order, the first of which stands for the input, and where the outputs are. */
export interface ProcessorSteps {
  readonly nodes: Graph['nodes']
  readonly outputs: readonly { name: string; node: number; output: number }[]
}

/** Errors: as processorSteps(). */
export function stepsGraph({ config, gpu = false, ...options }: StepsSettings): ProcessorSteps {
  const images = () => fn.externalSource({ name: imagesInput, ...(gpu && { device: 'gpu' }) }) as DataNode
  const define = pipelineDef({ batchSize: 1 }, () =>
    processorSteps(options.decoded ? images() : source(imagesInput), config, options),
  )
  const { nodes, outputs } = JSON.parse((define() as unknown as Pipeline).serialize()).graph as Graph
  return { nodes, outputs: outputs.map(({ name, value }) => ({ name: name!, ...value })) }
}

/** The outputs of a processor in the order of its program. `shape`: the extents of the images. */
function processed(
  pixels: DataNode,
  shape: DataNode,
  { program }: Processor,
  settings: Pick<ProcessorSettings, 'config' | 'backend' | 'does'>,
): DataNode[] {
  const library = { ops: fn, math } as unknown as Library<DataNode>
  return recorded(library, program, pixels, numbersOf(shape, program, settings))
}

type Outputs = NonNullable<Parameters<typeof fn.jsFunction>[1]['outputs']>

/** A function of the module worker.ts, which is told which processor it is for. */
function worked(name: string, input: DataNode, settings: object, outputs: Outputs): DataNode[] {
  const text = fn.constant({ idata: [...Buffer.from(JSON.stringify(settings))], dtype: 'uint8' })
  const module = new URL('./worker.js', import.meta.url)
  return fn.jsFunction([input, text], { module, export: name, outputs }) as unknown as DataNode[]
}

function numbersOf(shape: DataNode, program: Processor['program'], settings: object): DataNode[] {
  const outputs = slots(program).map((dtype) => ({ dtype }))
  return outputs.length ? worked('plan', shape, settings, outputs) : []
}

const decoded = (encoded: DataNode, where: { device?: 'mixed' } = {}): DataNode =>
  fn.decoders.image(encoded, { ...asPillow, ...where })

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
    const shape = fn.peekImageShape(encoded)
    const whole = does === 'maps' ? { ...processor, program: maps! } : processor
    const made = processed(decoded(encoded), shape, whole, { ...own, ...(does && { does }) })
    // What makes labels is told the sizes of images.
    return labels && does === undefined ? [...made, shape] : made
  })
  return { pipe: define() as unknown as Pipeline, processor }
}
