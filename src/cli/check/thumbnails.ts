// Small pictures of samples, as data URLs of JPEG files, for the page. The samples are read and decoded once more.
import { defaultThreads } from '../../engine/threads.js'
import { fn, pipelineDef, type TensorList } from '../../index.js'
import { nodesOf } from '../job.js'
import { bytesOf } from '../out/bytes.js'
import type { CheckedSet } from './set.js'

const side = 160
const quality = 82
const batchSize = 16

/** By sample. Those that can no longer be decoded, or are others by now, have none. `begin` is told the pipeline. */
export async function thumbnails(
  set: CheckedSet,
  samples: readonly number[],
  begin: (pipe: { close(): Promise<void> }) => void,
): Promise<Map<number, string>> {
  const made = new Map<number, string>()
  if (!samples.length || set.kind !== 'image') return made
  const data = set.recognised
  const define = pipelineDef({ batchSize, numThreads: defaultThreads(), onError: 'placeholder', seed: 0 }, () => {
    const nodes = nodesOf(data, { indices: [...samples] })
    const file = nodes.get(data.outputs.find(({ holds }) => holds === 'picture')!.name)!
    const image = fn.decoders.image(file, { outputType: 'rgb', shrink: 'fast' })
    const small = fn.resize(image, { size: [side, side], mode: 'not_larger' })
    return [fn.encoders.image(small, { format: 'jpeg', quality })]
  })
  await using pipe = define()
  begin(pipe)
  await pipe.build()
  let at = 0
  for await (const [files] of pipe as unknown as AsyncIterable<[TensorList]>) {
    const { valid } = files
    for (let i = 0; i < files.length; i++) {
      const sample = samples[at++]!
      if (valid[i] !== 1 || files.sourceInfo(i).source !== set.source(sample)) continue
      made.set(sample, `data:image/jpeg;base64,${Buffer.from(bytesOf(files.at(i))).toString('base64')}`)
    }
    files.release()
  }
  return made
}
