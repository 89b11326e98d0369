// experimental.readers.video and readers.video: which clips there are, their frames against PyAV's
// (tools/docs/make-videos.py), lists with ranges, padding, and videos that are wrong.
// @module-tag property
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { type DataNode, fn, type PipelineOptions, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { executors } from '../util/resume.js'
import { check } from '../util/soak.js'
import { hasVideo, shownBy, videoGoldens } from '../util/video.js'
import { type Clip, clipsOf, expected, golden, path, range } from './clips.js'
import { eachOnce, goesOn, type ReadSet, refusesChanged } from './containers.js'
import { videos } from './sets/sets.js'

type Args = Parameters<typeof fn.experimental.readers.video>[0]

let folder = ''
const at = (name: string) => join(folder, name)
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-video-'))
  for (const [i, name] of ['h264_open.mp4', 'vp9.webm', 'hevc_open.mp4'].entries()) {
    mkdirSync(at(`set/${'abc'[i]}`), { recursive: true })
    copyFileSync(join(videos, name), at(`set/${'abc'[i]}/${name}`))
  }
  writeFileSync(at('set/a/notes.txt'), 'no video')
})
afterAll(() => rmSync(folder, { recursive: true }))

const read = (args: Args, options: Partial<PipelineOptions> = {}) =>
  clipsOf(() => fn.experimental.readers.video(args as { filenames: string[]; sequenceLength: number }), options)

describe.skipIf(!hasVideo)('clips of a video', () => {
  const name = 'h264_open.mp4'
  const n = 45
  it.each<[Omit<Args, 'sequenceLength'>, number, number[][]]>([
    [{}, 15, [range(0, 15), range(15, 15), range(30, 15)]],
    [{}, 20, [range(0, 20), range(20, 20)]],
    [{ stride: 3 }, 7, [range(0, 7, 3), range(21, 7, 3)]],
    [{ step: 10 }, 25, [range(0, 25), range(10, 25), range(20, 25)]],
    [{ stride: 11, step: 100 }, 5, [range(0, 5, 11)]],
    [{ padMode: 'constant' }, 20, [range(0, 20), range(20, 20), [...range(40, 5), ...range(0, 15).map(() => -1)]]],
    [{ padMode: 'edge', stride: 4, step: 40 }, 4, [range(0, 4, 4), [40, 44, 44, 44]]],
    [{ padMode: 'reflect_101', step: 42 }, 6, [range(0, 6), [42, 43, 44, 43, 42, 41]]],
    [{ padMode: 'reflect_1001', step: 42 }, 6, [range(0, 6), [42, 43, 44, 44, 43, 42]]],
    [{ uniformSample: true }, 5, [[0, 11, 22, 33, 44]]],
    [{ uniformSample: true, stride: 9 }, 1, [[0]]],
  ])('%j of %i frames', async (args, sequenceLength, clips) => {
    const found = await read({ filenames: [path(name)], sequenceLength, ...args } as Args)
    expect(found.map(({ sums }) => sums)).toEqual(expected(name, clips))
    expect(found.map(({ source }) => source)).toEqual(clips.map(([first]) => `${name}:${first}`))
    expect(found[0]!.shape).toEqual([sequenceLength, golden(name).height, golden(name).width, 3])
  })

  it('fewer frames than uniformSample wants come several times', async () => {
    const found = await read({ filenames: [path('h264_still.mp4')], sequenceLength: 3, uniformSample: true })
    expect(found.map(({ sums }) => sums)).toEqual(expected('h264_still.mp4', [[0, 0, 0]]))
  })

  it.each<[object, number[][]]>([
    [
      { fps: 5, sequenceLength: 4 },
      [
        [0, 5, 10, 15],
        [20, 25, 30, 35],
      ],
    ],
    [
      { fps: 5, sequenceLength: 3, stride: 2, step: 4, padMode: 'edge' },
      [
        [0, 10, 20],
        [20, 30, 40],
        [40, 40, 40],
      ],
    ],
    [{ fps: 10, sequenceLength: 4, step: 100, between: 'nearest' }, [[0, 2, 5, 7]]],
    [{ times: [1, 0, 0.5] }, [[25, 0, 12]]],
    [{ times: [1.79, 9], padMode: 'constant' }, [[44, -1]]],
  ])('by times: %j', async (args, clips) => {
    const found = await read({ filenames: [path(name)], enableFrameNum: 'sequence', ...args } as unknown as Args)
    expect(found.map(({ facts }) => facts[0])).toEqual(clips)
    expect(found.map(({ sums }) => sums)).toEqual(expected(name, clips))
  })

  it('times and rates count from where a part begins', async () => {
    writeFileSync(at('set/list.txt'), 'a/h264_open.mp4 0 0.4 1.2\n')
    const args = { fileList: at('set/list.txt'), fileListIncludeEnd: false, enableFrameNum: 'sequence' } as const
    const numbers = async (more: object) =>
      (await read({ ...args, ...more } as unknown as Args)).map(({ facts }) => facts[1])
    expect(await numbers({ fps: 5, sequenceLength: 4 })).toEqual([[10, 15, 20, 25]])
    expect(await numbers({ times: [0, 0.2, 5], padMode: 'edge' })).toEqual([[10, 15, 29]])
  })

  it.each<[object, string, string]>([
    [{ times: [0, 9] }, 'BAD_SAMPLE', 'before the end of the video but received 9 s'],
    [{ times: [0], sequenceLength: 2 }, 'INVALID_ARGUMENT', 'times'],
    [{}, 'INVALID_ARGUMENT', 'sequenceLength'],
  ])('%j is refused', async (args, code, text) => {
    const failed = read({ filenames: [path(name)], ...args } as unknown as Args)
    await expect(failed).rejects.toMatchObject({ code, message: expect.stringContaining(text) })
  })

  it('numbers and times say which frames they are', async () => {
    const args = { filenames: [path(name)], sequenceLength: 4, step: 43, padMode: 'constant' } as const
    const times = golden(name).frames.map(([time]) => time! - golden(name).frames[0]![0]!)
    const sequence = await read({ ...args, enableFrameNum: 'sequence', enableTimestamps: true })
    expect(sequence.map(({ facts }) => facts[0])).toEqual([range(0, 4), [43, 44, -1, -1]])
    expect(sequence[0]!.facts[1]).toEqual(times.slice(0, 4))
    expect(sequence[1]!.facts[1]).toEqual([times[43], times[44], -1, -1])
    const scalar = await read({ ...args, enableFrameNum: 'scalar' })
    expect(scalar.map(({ facts }) => facts)).toEqual([[[0]], [[43]]])
  })

  it.each(videoGoldens.filter(({ frames }) => frames.length > 1).map((video) => video.name))(
    'every clip of %s has the frames of a decode from the start',
    async (video) => {
      const count = golden(video).frames.length
      const clips = range(0, Math.floor((count - 3) / 5) + 1, 5).map((start) => range(start, 3))
      const found = await read({ filenames: [path(video)], sequenceLength: 3, step: 5, randomShuffle: true })
      const sums = new Map(found.map((clip) => [clip.source, clip.sums]))
      expect(clips.map(([start]) => sums.get(`${video}:${start}`))).toEqual(expected(video, clips))
      expect(found).toHaveLength(clips.length)
    },
  )
  expect(n).toBe(golden(name).frames.length)
})

describe.skipIf(!hasVideo)('which videos', () => {
  it('fileRoot has a class in each sub-folder', async () => {
    const found = await read({ fileRoot: at('set'), sequenceLength: 20 })
    expect(found.map(({ source, facts }) => [source, facts])).toEqual([
      ['h264_open.mp4:0', [[0]]],
      ['h264_open.mp4:20', [[0]]],
      ...range(0, Math.floor(golden('vp9.webm').frames.length / 20), 20).map((f) => [`vp9.webm:${f}`, [[1]]]),
      ...range(0, Math.floor(golden('hevc_open.mp4').frames.length / 20), 20).map((f) => [`hevc_open.mp4:${f}`, [[2]]]),
    ])
  })

  it('clips are kept by the classes of their videos, and weighed by them', async () => {
    const args = { fileRoot: at('set'), sequenceLength: 20 }
    const all = await read(args)
    expect(await read({ ...args, where: { label: { not: 1 } } })).toEqual(all.filter(({ facts }) => facts[0]![0] !== 1))
    const weighed = await read({ ...args, weights: { classes: 'balanced', epochSize: 6 } })
    expect(weighed.map(({ facts }) => facts[0]![0])).toEqual([0, 0, 1, 1, 2, 2])
  })

  it('filenames have labels where they are given', async () => {
    const filenames = [path('h264_open.mp4'), path('vp9.webm')]
    const args = { filenames, sequenceLength: 5, step: 1000 }
    expect((await read(args)).map(({ facts }) => facts)).toEqual([[], []])
    expect((await read({ ...args, labels: [7, -2] })).map(({ facts }) => facts)).toEqual([[[7]], [[-2]]])
  })

  const list = (lines: string) => {
    writeFileSync(at('set/list.txt'), lines)
    return at('set/list.txt')
  }
  // 25 frames a second.
  it.each<[string, Partial<Args>, number[]]>([
    ['', {}, [0, 44]],
    ['0.4', {}, [10, 44]],
    ['0.4 0.8', {}, [10, 20]],
    ['0.4 0.8', { fileListIncludeEnd: false }, [10, 19]],
    ['0.41 0.79', {}, [10, 20]],
    ['0.41 0.79', { fileListRounding: 'start_up_end_down' }, [11, 19]],
    ['0.41 0.79', { fileListRounding: 'all_up' }, [11, 20]],
    ['0.41 0.79', { fileListRounding: 'all_down' }, [10, 19]],
    ['-0.4', {}, [35, 44]],
    ['0 -0.4', { fileListIncludeEnd: false }, [0, 34]],
    ['10 20', { fileListFormat: 'frames' }, [10, 20]],
    ['10 20', { fileListFormat: 'frames', fileListIncludeEnd: false }, [10, 19]],
    ['-10 -1', { fileListFormat: 'frames' }, [35, 44]],
    ['40 100', { fileListFormat: 'frames' }, [40, 44]],
  ])('a line with the range "%s" and %j', async (text, args, [first, last]) => {
    const fileList = list(`a/h264_open.mp4 3 ${text}\n`)
    const found = await read({ fileList, sequenceLength: 1, enableFrameNum: 'scalar', ...args } as Args)
    expect(found.map(({ facts }) => facts)).toEqual(range(first!, last! - first! + 1).map((f) => [[3], [f]]))
  })

  it('a range is what padding and uniformSample go by', async () => {
    const args = { fileList: list('a/h264_open.mp4 0 10 15\n'), fileListFormat: 'frames', sequenceLength: 4 } as const
    const padded = await read({ ...args, padMode: 'edge' })
    expect(padded.map(({ sums }) => sums)).toEqual(expected('h264_open.mp4', [range(10, 4), [14, 15, 15, 15]]))
    const even = await read({ ...args, uniformSample: true })
    expect(even.map(({ sums }) => sums)).toEqual(expected('h264_open.mp4', [[10, 12, 13, 15]]))
  })

  it('a list may name a video several times, and paths may have spaces', async () => {
    copyFileSync(path('vp9.webm'), at('set/b/a b.webm'))
    const fileList = list('\ufeffb/a b.webm 1\n\n./a/h264_open.mp4\t2 0 0.2\r\na/h264_open.mp4 5 1 1.2')
    const found = await read({ fileList, sequenceLength: 6, step: 1000, enableFrameNum: 'scalar' })
    rmSync(at('set/b/a b.webm'))
    expect(found.map(({ facts }) => facts)).toEqual([
      [[1], [0]],
      [[2], [0]],
      [[5], [25]],
    ])
  })

  it.each(['a/h264_open.mp4', 'a/h264_open.mp4 x', 'a/h264_open.mp4 1.5', 'a/h264_open.mp4 -1', '3'])(
    'the line "%s" is refused',
    async (line) => {
      const failed = read({ fileList: list(`a/h264_open.mp4 1\n${line}\n`), sequenceLength: 5 })
      await expect(failed).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: expect.stringContaining('line 2'),
      })
    },
  )

  it.each<[string, object, string, string]>([
    ['two sources', { fileRoot: '/a', filenames: ['b'] }, 'INVALID_ARGUMENT', 'fileRoot'],
    ['no source', {}, 'INVALID_ARGUMENT', 'fileRoot'],
    ['no names', { filenames: [] }, 'INVALID_ARGUMENT', 'filenames'],
    ['too few labels', { filenames: ['a', 'b'], labels: [1] }, 'INVALID_ARGUMENT', 'labels'],
    ['another model of colours', { filenames: [path('vp9.webm')], imageType: 'ycbcr' }, 'INVALID_ARGUMENT', 'rgb'],
    ['a folder that is missing', { fileRoot: '/nowhere' }, 'FILE_NOT_FOUND', '/nowhere'],
    ['clips longer than every video', { filenames: [path('vp9.webm')], stride: 100 }, 'EMPTY_DATASET', '401 frames'],
  ])('refuses %s', async (_, args, code, text) => {
    const failed = read({ sequenceLength: 5, ...args } as Args)
    await expect(failed).rejects.toMatchObject({ code, message: expect.stringContaining(text) })
  })
})

describe.skipIf(!hasVideo)('other pixels', () => {
  const sums = (name: string, kind: 'rgb48' | 'rgba') => golden(name)[kind]!
  it.each(['experimental', 'older'] as const)('of %s readers have 16 bits, or alpha', async (which) => {
    const clips = (args: object) =>
      clipsOf(() => {
        const all = { sequenceLength: 2, ...args } as unknown as { filenames: string[]; sequenceLength: number }
        return which === 'older' ? fn.readers.video(all) : fn.experimental.readers.video(all)
      })
    const words = await clips({ filenames: [path('hevc_pq.mp4')], dtype: 'uint16' })
    expect(words.flatMap((clip) => clip.sums)).toEqual(sums('hevc_pq.mp4', 'rgb48'))
    const clear = await clips({ filenames: [path('vp9_alpha.webm')], imageType: 'rgba', step: 7 })
    expect(clear.map((clip) => clip.sums)).toEqual(
      [0, 7, 14].map((at) => sums('vp9_alpha.webm', 'rgba').slice(at, at + 2)),
    )
    expect(clear[0]!.shape).toEqual([2, 58, 98, 4])
  })

  it('of a stream of more bits are from 0 to 1 with normalized', async () => {
    const values = async (args: object) => {
      await using pipe = pipelineDef({ batchSize: 1 }, () => [
        fn.readers.video({ filenames: [path('hevc_pq.mp4')], sequenceLength: 1, ...args }) as DataNode,
      ])()
      return (await pipe.run())[0]!.at(0).copy().dataSync() as Float32Array
    }
    const floats = await values({ dtype: 'float32' })
    expect(await values({ dtype: 'float32', normalized: true })).toEqual(
      floats.map((v) => Math.fround(v * Math.fround(1 / 255))),
    )
  })

  it('added frames are transparent, unless fillValue is a colour', async () => {
    const args = {
      filenames: [path('ffv1_alpha.mkv')],
      imageType: 'rgba',
      padMode: 'constant',
      sequenceLength: 6,
    } as const
    const filled = (pixel: number[]) => crc32(new Uint8Array(48 * 32 * 4).map((_, i) => pixel[i % 4]!))
    expect((await read(args))[0]!.sums.slice(4)).toEqual([filled([0, 0, 0, 0]), filled([0, 0, 0, 0])])
    const colour = await read({ ...args, fillValue: [9, 8, 7] })
    expect(colour[0]!.sums[5]).toBe(filled([9, 8, 7, 255]))
  })
})

describe.skipIf(!hasVideo)('a video that is shown turned', () => {
  it.each(['apply', 'ignore'] as const)('has the pixels of decoders.video, with rotate %j', async (rotate) => {
    const bytes = shownBy(readFileSync(path('h264_709.mp4')), [0, 1, -1, 0])
    writeFileSync(at('turned.mp4'), bytes)
    const filenames = [at('turned.mp4')]
    const [clip] = await read({ filenames, sequenceLength: 5, rotate })
    const [old] = await clipsOf(() => fn.readers.video({ filenames, sequenceLength: 5, rotate }))
    const video = nd.decoders.video(nd.tensor(bytes), { sequenceLength: 5, rotate })
    const data = video.dataSync() as Uint8Array
    const size = data.length / 5
    const sums = range(0, 5).map((i) => crc32(data.subarray(i * size, (i + 1) * size)))
    expect([clip!.shape, clip!.sums]).toEqual([[...video.shape], sums])
    expect(old!.sums).toEqual(sums)
  })
})

describe.skipIf(!hasVideo)('a video that is wrong', () => {
  const whole = () => readFileSync(path('h264_moov_first.mp4'))
  const write = (name: string, bytes: Uint8Array) => {
    mkdirSync(at('wrong'), { recursive: true })
    writeFileSync(at(`wrong/${name}`), bytes)
    return at(`wrong/${name}`)
  }
  const damaged = () => {
    const bytes = whole()
    const from = bytes.indexOf('mdat') + 2300
    return bytes.fill(0xff, from, from + 40)
  }
  const link = (name: string) => {
    symlinkSync('nothing', at(name))
    return at(name)
  }
  it.each<[string, () => string, string, string]>([
    ['no bytes', () => write('empty.mp4', new Uint8Array()), 'BAD_SAMPLE', 'Expected a video file'],
    ['no video', () => write('noise.mp4', new Uint8Array(5000).fill(7)), 'BAD_SAMPLE', 'Expected a video file'],
    ['its end cut off', () => write('cut.mp4', whole().subarray(0, 9000)), 'BAD_SAMPLE', 'Expected 40 packets'],
    ['sound alone', () => path('sound_only.mp4'), 'BAD_SAMPLE', 'none of video'],
    ['a damaged frame', () => write('damaged.mp4', damaged()), 'BAD_SAMPLE', ' of 40, at 0.'],
    ['no file', () => at('wrong/none.mp4'), 'FILE_NOT_FOUND', 'none.mp4'],
    ['a link to nothing', () => link('wrong/link'), 'FILE_NOT_FOUND', 'link'],
  ])('has %s', async (_, make, code, text) => {
    const file = make()
    const failed = read({ filenames: [file], sequenceLength: 12 })
    await expect(failed).rejects.toMatchObject({ code, message: expect.stringContaining(text) })
    await expect(failed).rejects.toThrow(file.replace(/.*\//, ''))
  })

  it('is skipped, and the clips of others come', async () => {
    const filenames = [write('a.mp4', new Uint8Array(99)), write('b.mp4', damaged()), path('h264_open.mp4')]
    const found = await read({ filenames, sequenceLength: 12, onError: 'skip' } as Args)
    // The damaged frame is in the first group of 12 frames.
    const good = range(0, 3, 12)
    expect(found.map(({ source }) => source)).toEqual([
      ...good.slice(1).map((f) => `b.mp4:${f}`),
      ...good.map((f) => `h264_open.mp4:${f}`),
    ])
  })

  it('is too large, or takes too long', async () => {
    const filenames = [path('h264_open.mp4')]
    await expect(read({ filenames, sequenceLength: 5, maxPixels: 99 })).rejects.toThrow('maxPixels')
    await expect(read({ filenames, sequenceLength: 5, maxDecodeSeconds: 1e-9 })).rejects.toThrow('maxDecodeSeconds')
  })
})

describe.skipIf(!hasVideo)('readers.video', () => {
  const filenames = [path('h264_open.mp4')]
  it('pad with black frames', async () => {
    const args = { filenames, sequenceLength: 20, padSequences: true, enableFrameNum: 'sequence' } as const
    const found = await clipsOf(() => fn.readers.video(args))
    const last = [...range(40, 5), ...range(0, 15).map(() => -1)]
    expect(found.map(({ sums }) => sums)).toEqual(expected('h264_open.mp4', [range(0, 20), range(20, 20), last]))
    expect(found[2]!.facts[0]).toEqual(last)
  })

  it('take ranges as DALI does', async () => {
    const first = async (line: string, args: object) => {
      writeFileSync(at('set/list.txt'), `a/h264_open.mp4 0 ${line}\n`)
      const given = { fileList: at('set/list.txt'), sequenceLength: 1, enableFrameNum: 'scalar', ...args } as const
      const found = await clipsOf(() => fn.readers.video(given))
      return [found[0]!.facts[1]![0], found.at(-1)!.facts[1]![0]]
    }
    expect(await first('0.41 0.79', {})).toEqual([11, 18])
    expect(await first('0.41 0.79', { fileListIncludePrecedingFrame: true })).toEqual([10, 19])
    expect(await first('9.5 20.5', { fileListFrameNum: true })).toEqual([10, 19])
  })

  it('give numbers in place of bytes', async () => {
    const values = async (args: object) => {
      const reader = fn.readers.video
      await using pipe = pipelineDef(
        { batchSize: 1 },
        () => [reader({ filenames, sequenceLength: 2, ...args })] as [DataNode],
      )()
      const [list] = await pipe.run()
      return Array.from(list!.at(0).dataSync() as Float32Array)
    }
    const bytes = await values({})
    expect(await values({ dtype: 'float32' })).toEqual(bytes)
    expect(await values({ dtype: 'float32', normalized: true })).toEqual(
      bytes.map((v) => Math.fround(v * Math.fround(1 / 255))),
    )
  })
})

describe.skipIf(!hasVideo)('an epoch', () => {
  const readSet: ReadSet = (size, options, shift) => {
    // Each clip has one frame, and videos of 45 frames give as many as are wanted.
    const lines = range(0, size).map((i) => `a/h264_open.mp4 ${i + shift} ${i} ${i + 1}\n`)
    writeFileSync(at('set/each.txt'), lines.join(''))
    const args = { fileList: at('set/each.txt'), fileListFormat: 'frames', fileListIncludeEnd: false } as const
    return fn.experimental.readers.video({ ...args, sequenceLength: 1, ...options })
  }
  it('gives each clip once', () => eachOnce(readSet))
  it('goes on after a checkpoint with the same bytes', () => goesOn(readSet))
  it('refuses a checkpoint of other data', () => refusesChanged(readSet))

  it('has the same bytes for any number of threads and executor', () => {
    const args = { fileRoot: at('set'), sequenceLength: 4, stride: 2, step: 3, shuffleAfterEpoch: true } as const
    let first: Promise<Clip[]> | undefined
    const ran = fc.record({
      executor: fc.constantFrom(...Object.keys(executors)),
      numThreads: fc.integer({ min: 1, max: 4 }),
    })
    return check(
      20,
      14,
      fc.asyncProperty(ran, async ({ executor, numThreads }) => {
        const options = { seed: 3, numThreads, ...executors[executor] }
        first ??= read(args, { seed: 3, numThreads: 1 })
        expect(await read(args, options)).toEqual(await first)
      }),
      2,
    )
  })

  it('has the frames of a decode from the start, however its clips share work', () => {
    const names = ['h264.mp4', 'h264_open.mp4', 'hevc_open.mp4', 'vp9.webm', 'av1.mp4', 'mpeg4.avi', 'mjpeg.avi']
    const small = (max: number) => fc.integer({ min: 1, max })
    const drawn = fc.record({
      name: fc.constantFrom(...names),
      sequenceLength: small(6),
      step: small(6),
      stride: small(2),
      shuffleAfterEpoch: fc.boolean(),
      batchSize: small(9),
      numThreads: small(4),
    })
    return check(
      40,
      15,
      fc.asyncProperty(drawn, async ({ name, batchSize, numThreads, ...args }) => {
        const given = { filenames: [path(name)], enableFrameNum: 'sequence', ...args } as const
        const clips = await clipsOf(() => fn.experimental.readers.video(given), { batchSize, numThreads, seed: 5 })
        const frames = clips.map(({ facts }) => facts.at(-1)!)
        expect(clips.map(({ sums }) => sums)).toEqual(expected(name, frames))
        expect(frames.length).toBeGreaterThan(0)
      }),
      2,
    )
  })

  it('in imperative mode has the clips too', async () => {
    await using reader = nd.experimental.readers.video({ fileRoot: at('set'), sequenceLength: 20 })
    const found: number[] = []
    for await (const [clips, labels] of reader.nextEpoch({ batchSize: 2 })) {
      expect(clips!.shape.map((one) => (one as number[])[0])).toEqual(labels!.shape.map(() => 20))
      for (const label of labels!.tensors) found.push(Number(label.dataSync()[0]))
    }
    expect(new Set(found)).toEqual(new Set([0, 1, 2]))
  })
})

test('without the plugin building a reader says what installs it', async () => {
  const program = `
    import { fn, pipelineDef } from 'penstock-data'
    const made = [fn.experimental.readers.video, fn.readers.video, fn.readers.videoResize]
    for (const reader of made) {
      const args = { filenames: ['data/videos/h264.mp4'], sequenceLength: 2, ...(reader === made[2] && { size: [8, 8] }) }
      const pipe = pipelineDef({ batchSize: 1 }, () => [reader(args)])()
      await pipe.run().catch(({ code, hint }) => console.log(code, hint))
      await pipe.close()
    }`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: new URL('../..', import.meta.url),
    env: { ...process.env, PENSTOCK_AV_PLUGIN: '/nowhere/penstock_av.so' },
    timeout: 60_000,
  })
  expect(stdout).toBe('UNSUPPORTED Correct PENSTOCK_AV_PLUGIN, or unset it\n'.repeat(3))
})
