// Clips of readers of videos, as checksums of their frames, beside PyAV's (tools/docs/make-videos.py).
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { type DataNode, type PipelineOptions, pipelineDef } from 'penstock-data'
import { videoGoldens } from '../util/video.js'
import { videos } from './sets/sets.js'

export const golden = (name: string) => videoGoldens.find((one) => one.name === name)!
const sumsOf = (name: string) => golden(name).frames.map(([, , rgb]) => rgb)
export const path = (name: string) => join(videos, name)

export interface Clip {
  source: string
  shape: number[]
  sums: number[]
  /** The outputs after the first one. */
  facts: number[][]
}

/** An epoch of clips, with the checksum of each frame. */
export async function clipsOf(define: () => unknown, options: Partial<PipelineOptions> = {}): Promise<Clip[]> {
  await using pipe = pipelineDef({ batchSize: 3, numThreads: 2, ...options }, () => [define()].flat() as [DataNode])()
  const clips: Clip[] = []
  for await (const batch of pipe) {
    for (let i = 0; i < batch[0]!.length; i++) {
      const [video, ...others] = batch.map((list) => list.at(i))
      const [data, shape] = [video!.dataSync(), [...video!.shape]]
      const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      const size = bytes.length / shape[0]!
      clips.push({
        source: batch[0]!.sourceInfo(i).source.replace(/.*\//, ''),
        shape,
        sums: Array.from({ length: shape[0]! }, (_, f) => crc32(bytes.subarray(f * size, (f + 1) * size))),
        facts: others.map((one) => Array.from(one.dataSync() as Float64Array)),
      })
    }
  }
  return clips
}
/** The clips that these frames of a video make; -1 is a black frame. */
export const expected = (name: string, clips: number[][]) => {
  const sums = sumsOf(name)
  const { width, height } = golden(name)
  const black = crc32(new Uint8Array(width * height * 3))
  return clips.map((frames) => frames.map((f) => (f < 0 ? black : sums[f])))
}
export const range = (from: number, count: number, step = 1) => Array.from({ length: count }, (_, i) => from + i * step)
