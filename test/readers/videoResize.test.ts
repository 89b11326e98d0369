// readers.videoResize: its frames are those of readers.video, resized by resize.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { type DataNode, fn } from 'penstock-data'
import { describe, expect, it } from 'vitest'
import { hasVideo, shownBy } from '../util/video.js'
import { clipsOf, path } from './clips.js'

const filenames = [path('h264_open.mp4')]

describe.skipIf(!hasVideo)('readers.videoResize', () => {
  it.each([
    { size: [40, 30] },
    { resizeShorter: 36, interpType: 'cubic' },
    { size: [50, 50], mode: 'not_larger', dtype: 'float32' },
  ])('resize as resize does: %j', async (size) => {
    const args = { filenames, sequenceLength: 6, stride: 2, step: 30 } as const
    const { dtype: _, ...rest } = { dtype: 'uint8', ...size }
    const options = { ...rest, ...('dtype' in size && { dtype: size.dtype }) } as Parameters<typeof fn.resize>[1]
    const own = await clipsOf(() => fn.readers.videoResize({ ...args, ...(size as object) } as never))
    const both = await clipsOf(() => fn.resize(fn.readers.video(args) as DataNode, options as never))
    expect(own.map(({ sums, shape }) => [sums, shape])).toEqual(both.map(({ sums, shape }) => [sums, shape]))
    expect(own).toHaveLength(2)
  })

  it.each([{ dtype: 'uint16' }, { dtype: 'uint16', imageType: 'rgba' }, { dtype: 'float32' }])(
    'resize frames of more than 8 bits as resize does: %j',
    async (pixels) => {
      const args = { filenames: [path('prores_alpha.mov')], sequenceLength: 3, ...pixels } as const
      const own = await clipsOf(() => fn.readers.videoResize({ ...args, size: [20, 30] } as never))
      const both = await clipsOf(() =>
        fn.resize(fn.readers.video(args as never) as unknown as DataNode, { size: [20, 30] }),
      )
      expect(own).toEqual(both)
      expect(own[0]!.shape).toEqual([3, 20, 30, 'imageType' in pixels ? 4 : 3])
    },
  )

  it('resizes frames after they were turned', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'penstock-turned-'))
    const turned = join(folder, 'turned.mp4')
    writeFileSync(turned, shownBy(readFileSync(path('h264_709.mp4')), [0, 1, -1, 0]))
    const args = { filenames: [turned], sequenceLength: 3 } as const
    const own = await clipsOf(() => fn.readers.videoResize({ ...args, resizeShorter: 20 }))
    const both = await clipsOf(() => fn.resize(fn.readers.video(args) as DataNode, { resizeShorter: 20 }))
    rmSync(folder, { recursive: true })
    expect(own).toEqual(both)
    expect(own[0]!.shape[1]).toBeGreaterThan(own[0]!.shape[2]!)
  })

  it('pads with black frames', async () => {
    const args = { filenames, sequenceLength: 30, padSequences: true, size: [8, 8] } as const
    const found = await clipsOf(() => fn.readers.videoResize(args))
    expect(found).toHaveLength(2)
    expect(found[1]!.sums.slice(15)).toEqual(Array.from({ length: 15 }, () => crc32(new Uint8Array(192))))
  })
})
