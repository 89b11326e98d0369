// The pipeline that reads a data set once, in the order of its samples, and gives what is measured of each. Pixels stay inside it:
// they are decoded and added up by the thread that decoded them.
import { defaultThreads } from '../../engine/threads.js'
import { type DataNode, fn, type Pipeline, pipelineDef, type TensorList } from '../../index.js'
import { nodesOf } from '../job.js'
import type { Recognised } from '../recognise.js'
import type { CheckOptions, Kind } from './types.js'

/** Samples per batch. The bytes of their files lie in memory. */
const defaultBatch = { image: 32, clip: 4, sound: 32, sample: 64 } as const satisfies Record<Kind, number>

/** The outputs of the pipeline by their names. Those that begin with `raw` are compared byte for byte. */
export type Outputs = Record<string, TensorList>
export type SetPipeline = Pipeline<Outputs>

export const kindOf = ({ outputs }: Recognised): Kind => {
  const has = (what: string) => outputs.some(({ holds }) => holds === what)
  return has('picture') ? 'image' : has('clip') ? 'clip' : has('sound') ? 'sound' : 'sample'
}

/** `decode`: without it samples are only read. `indices`: these samples alone, in this order; without them all. */
export function pipelineOf(
  data: Recognised,
  options: Pick<CheckOptions, 'batchSize' | 'threads'>,
  { decode, indices }: { decode: boolean; indices?: readonly number[] },
): SetPipeline {
  const kind = kindOf(data)
  const define = pipelineDef(
    {
      batchSize: options.batchSize ?? defaultBatch[kind],
      numThreads: options.threads ?? defaultThreads(),
      onError: 'placeholder',
      seed: 0,
    },
    () => {
      const nodes = nodesOf(data, indices ? { indices } : {})
      const first = (what: string) => nodes.get(data.outputs.find(({ holds }) => holds === what)?.name ?? '')
      const label = decode ? first('label') : undefined
      return { ...measured(nodes, first, decode), ...(label && { label }) }
    },
  )
  return define() as unknown as SetPipeline
}

type First = (what: string) => DataNode | undefined

function measured(nodes: Map<string, DataNode>, first: First, decode: boolean): Record<string, DataNode> {
  const [picture, clip, sound] = [first('picture'), first('clip'), first('sound')]
  if (picture) return { raw: picture, ...(decode && pixels(fn.decoders.image(picture, { outputType: 'any' }), [0, 1])) }
  // A reader of videos decodes them itself; their frames would fill batches.
  if (clip) return pixels(clip, [0, 1, 2])
  if (sound) return { raw: sound, ...(decode && waves(sound)) }
  const label = first('label')
  const others = [...nodes.values()].filter((node) => node !== label)
  return Object.fromEntries(others.map((node, i) => [`raw${i}`, node]))
}

const pixels = (image: DataNode, axes: number[]) => ({
  shape: fn.shapes(image),
  sum: fn.reductions.sum(image, { axes }),
  square: fn.reductions.meanSquare(image, { axes }),
})

function waves(sound: DataNode): Record<string, DataNode> {
  const [audio, rate] = fn.decoders.audio(sound)
  return { shape: fn.shapes(audio), rate, power: fn.reductions.meanSquare(audio) }
}
