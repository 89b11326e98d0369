// Any frame of a video, by its number and by its time, is that of a decode from the start: forward, backward and at random, by
// decoders.video, which begins anew each time, and by a reader, whose open videos go on.
// @module-tag long
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, it } from 'vitest'
import { path } from '../readers/clips.js'
import { check } from '../util/soak.js'
import { hasVideo, videoBytes } from '../util/video.js'

const names = [
  'av1.mp4',
  'ffv1.mkv',
  'h264_edit.mp4',
  'h264_fragments.mp4',
  'h264_open.mp4',
  'h264_open.ts',
  'h264_refresh.mkv',
  'h264_vfr.mkv',
  'hevc_10bit.mkv',
  'hevc_open_cut.mkv',
  'mpeg4.mp4',
  'vp9_alpha.webm',
]
/** Draws of each video: 2,000 of all. */
const draws = 167
const pixels = { dtype: 'uint16', imageType: 'rgba' } as const

interface Whole {
  bytes: Uint8Array
  sums: number[]
  times: number[]
}
const sumOf = (data: { buffer: ArrayBufferLike; byteOffset: number }, from: number, to: number) =>
  crc32(new Uint8Array(data.buffer, data.byteOffset + from, to - from))

/** The frames of a decode from the start. */
function whole(name: string): Whole {
  const bytes = videoBytes(name)
  const made = nd.decoders.video(nd.tensor(bytes), { ...pixels, enableTimestamps: true })
  const [frames, times] = made as unknown as [nd.Tensor, nd.Tensor]
  const data = frames.dataSync()
  const count = frames.shape[0]!
  const size = data.byteLength / count
  return {
    bytes,
    sums: Array.from({ length: count }, (_, i) => sumOf(data, i * size, (i + 1) * size)),
    times: Array.from(times.dataSync() as Float64Array),
  }
}

describe.skipIf(!hasVideo).each(names)('%s', (name) => {
  it(`${draws} frames by number and by time`, { timeout: 120_000 }, async () => {
    const { bytes, sums, times } = whole(name)
    const count = sums.length
    expect(new Set(sums).size).toBe(count)
    let last = 0
    const draw = fc.record({
      way: fc.constantFrom('forward', 'backward', 'random'),
      by: fc.constantFrom('number', 'time'),
      far: fc.nat(count - 1),
      // Within the time for which the frame is shown, away from its ends.
      within: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
    })
    await check(
      draws,
      17,
      fc.asyncProperty(draw, async ({ way, by, far, within }) => {
        const step = 1 + (far % 5)
        const n = way === 'random' ? far : (last + (way === 'forward' ? step : count - (step % count))) % count
        last = n
        const end = n + 1 < count ? times[n + 1]! : 2 * times[n]! - (times[n - 1] ?? 0)
        const chosen = by === 'number' ? { frames: [n] } : { times: [times[n]! + within * (end - times[n]!)] }
        const found = nd.decoders.video(nd.tensor(bytes), { ...pixels, ...chosen } as object as { frames: number[] })
        const data = found.dataSync()
        expect([n, chosen, sumOf(data, 0, data.byteLength)]).toEqual([n, chosen, sums[n]])
      }),
    )
  })

  it('each frame as a clip, in orders that a seed draws', { timeout: 120_000 }, async () => {
    const { sums } = whole(name)
    for (const seed of [1, 2, 3]) {
      await using pipe = pipelineDef({ batchSize: 4, numThreads: 2, seed }, () => [
        fn.experimental.readers.video({
          ...pixels,
          filenames: [path(name)],
          sequenceLength: 1,
          randomShuffle: true,
        }) as unknown as DataNode,
      ])()
      const found = new Map<number, number>()
      for await (const [clips] of pipe) {
        for (let i = 0; i < clips!.length; i++) {
          const data = clips!.at(i).dataSync()
          found.set(Number(clips!.sourceInfo(i).source.split(':').at(-1)), sumOf(data, 0, data.byteLength))
        }
      }
      expect(sums.map((_, n) => found.get(n))).toEqual(sums)
    }
  })
})
