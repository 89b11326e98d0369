// opticalFlow: the vectors of pictures that move, on the engine of a GPU or the emulated one, which finds whole pixels.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fn, pipelineDef } from 'penstock-data'
import { opticalFlow, tensor } from 'penstock-data/dynamic'
import { gpu, skip } from './lib/gpu.mjs'
import { read } from './lib/run.mjs'

/** A smooth pattern without a period, at (x + dx, y + dy). */
function picture(height, width, channels, dx, dy) {
  const data = new Uint8Array(height * width * channels)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < channels; c++, at++) {
        const [u, v] = [x + dx, y + dy]
        const wave =
          Math.sin(u * 0.31 + c) * Math.cos(v * 0.27) + Math.sin(u * 0.11 + v * 0.17) + Math.cos(v * 0.41 - u * 0.07)
        data[at] = Math.round(128 + 40 * wave)
      }
    }
  }
  return data
}

/** Frames in which what is seen moves by (mx, my) pixels from one frame to the next. */
function clip(frames, height, width, [mx, my], channels = 3) {
  const data = new Uint8Array(frames * height * width * channels)
  for (let f = 0; f < frames; f++)
    data.set(picture(height, width, channels, -f * mx, -f * my), f * height * width * channels)
  return { data, shape: [frames, height, width, channels] }
}

/** The median of each component over the middle of a frame of vectors. */
function medians(data, [, rows, columns], frame) {
  const parts = [[], []]
  for (let y = 2; y < rows - 2; y++)
    for (let x = 2; x < columns - 2; x++)
      for (const c of [0, 1]) parts[c].push(data[((frame * rows + y) * columns + x) * 2 + c])
  return parts.map((values) => values.sort((a, b) => a - b)[values.length >> 1])
}

async function flows(clips, args = {}, hints) {
  const batchSize = clips.length
  const pipe = pipelineDef({ batchSize, numThreads: 2, deviceId: 0 }, () => {
    const source = (list, dtype) => fn.externalSource({ source: () => list, dtype, layout: 'FHWC' }).gpu()
    const inputs = [source(clips, 'uint8'), ...(hints ? [source(hints, 'float32')] : [])]
    return fn.opticalFlow(...inputs, { ...args, ...(hints && { enableExternalHints: true }) })
  })()
  const [list] = await pipe.run()
  assert.equal(list.device, 'gpu')
  const { layout, samples: made } = read(await list.toCpu())
  assert.equal(layout, 'FHWC')
  await pipe.close()
  return made
}

const close = (got, want, what) => {
  const most = gpu.emulated ? 0 : 0.5
  for (const [i, v] of want.entries())
    assert.ok(Math.abs(got[i] - v) <= most, `${what}: expected ${want} but the median is ${got}`)
}

test('a vector points from a square to where the frame before shows it', { skip }, async () => {
  const motions = [
    [3, 0],
    [0, 2],
    [-4, 1],
  ]
  const clips = [clip(3, 64, 96, motions[0]), clip(4, 50, 70, motions[1]), clip(2, 64, 96, motions[2])]
  for (const outputGrid of [4, 2]) {
    const made = await flows(clips, { outputGrid })
    for (const [i, { shape, data }] of made.entries()) {
      const [frames, height, width] = clips[i].shape
      assert.deepEqual(shape, [frames - 1, Math.ceil(height / outputGrid), Math.ceil(width / outputGrid), 2])
      for (let f = 0; f < frames - 1; f++)
        close(
          medians(data, shape, f),
          motions[i].map((m) => -m || 0),
          `sample ${i}, frame ${f}, grid ${outputGrid}`,
        )
    }
  }
})

test('grey frames and frames as BGR have the vectors of RGB', { skip }, async () => {
  const rgb = clip(2, 48, 64, [2, 1])
  const bgr = { ...rgb, data: rgb.data.map((_, i) => rgb.data[i - (i % 3) + 2 - (i % 3)]) }
  const [[a], [b]] = [await flows([rgb]), await flows([bgr], { imageType: 'bgr' })]
  assert.deepEqual(a, b)
  const [grey] = await flows([clip(2, 48, 64, [2, 1], 1)], { imageType: 'gray', preset: 1 })
  close(medians(grey.data, grey.shape, 0), [-2, -1], 'grey')
})

test('the same sequences give the same vectors, whatever came before them', { skip }, async () => {
  // Frames of noise have no motion, so each hint changes what is most alike.
  const noise = (seed) => {
    const shape = [3, 48, 64, 3]
    let state = seed
    const next = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state >>> 24
    }
    return { data: Uint8Array.from({ length: 3 * 48 * 64 * 3 }, next), shape }
  }
  const args = { enableTemporalHints: true }
  const alone = await flows([noise(2)], args)
  const behind = await flows([clip(3, 48, 64, [5, 5]), noise(2)], args)
  assert.deepEqual(behind[1], alone[0])
})

test('hints lead to motion that is too far to be found', { skip }, async () => {
  const far = clip(2, 64, 128, [11, 0])
  const hints = (grid) => {
    const shape = [1, Math.ceil(64 / grid), Math.ceil(128 / grid), 2]
    const data = new Float32Array(shape.reduce((x, y) => x * y)).map((_, i) => (i % 2 ? 0 : -10.6))
    return { data, shape }
  }
  for (const hintGrid of [4, 8]) {
    const [made] = await flows([far], { hintGrid }, [hints(hintGrid)])
    close(medians(made.data, made.shape, 0), [-11, 0], `hints, grid ${hintGrid}`)
  }
})

test('imperative mode has it', { skip }, async () => {
  const { data, shape } = clip(2, 48, 64, [0, 3])
  const made = opticalFlow(tensor({ data, shape, layout: 'FHWC' }).gpu())
  close(medians(await made.cpu().data(), made.shape, 0), [0, -3], 'imperative')
})

const refused = [
  ['one frame', clip(1, 48, 64, [0, 0]), {}, 'INVALID_INPUT', /at least two frames/],
  ['frames that are too small', clip(2, 15, 64, [0, 0]), {}, 'INVALID_INPUT', /16 x 32 to 8192 x 8192/],
  ['channels of another kind', clip(2, 48, 64, [0, 0], 1), {}, 'INVALID_INPUT', /3 channels/],
  ['a grid of 3', clip(2, 48, 64, [0, 0]), { outputGrid: 3 }, 'INVALID_ARGUMENT', /1, 2 or 4 for outputGrid/],
  [
    'hints that are not there',
    clip(2, 48, 64, [0, 0]),
    { enableExternalHints: true },
    'INVALID_ARGUMENT',
    /two inputs/,
  ],
]
for (const [what, sample, args, code, text] of refused) {
  test(`refuses ${what}`, { skip }, async () => {
    await assert.rejects(flows([sample], args), (e) => e.code === code && text.test(e.message))
  })
}

test('a grid that the engine has not is UNSUPPORTED', {
  skip: skip || (!gpu.emulated && 'engines have it'),
}, async () => {
  await assert.rejects(flows([clip(2, 48, 64, [0, 0])], { outputGrid: 1 }), { code: 'UNSUPPORTED' })
})
