// nd.trace(): Chrome's trace events of what imperative mode did lately on this thread.
import '../util/gpu.js'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import * as nd from '../../dist/dynamic.js'
import { failure } from '../util/collect.js'

const photos = fileURLToPath(new URL('../../data/photos', import.meta.url))

type Span = Extract<nd.CallTraceEvent, { ph: 'X' }>
type RunSpan = Extract<nd.CallTraceEvent, { cat: 'run' }>

const spansOf = ({ traceEvents }: nd.CallTrace) => traceEvents.filter((e): e is Span => e.ph === 'X')
const runsOf = (trace: nd.CallTrace) => spansOf(trace).filter((e): e is RunSpan => e.cat === 'run')
const lastRun = (trace: nd.CallTrace = nd.trace()) => runsOf(trace).at(-1)!
const pixels = (count: number, extent = 8, value = 1) =>
  nd.batch(
    Array.from({ length: count }, () => ({
      ...{ data: new Uint8Array(extent * extent * 3).fill(value), shape: [extent, extent, 3], layout: 'HWC' },
    })),
  )

it('names a run by its fused operators, with the lines of its calls', () => {
  const jpeg = readFileSync(`${photos}/animals/cat.jpg`)
  const images = nd.decoders.image(nd.batch([jpeg, jpeg, jpeg, jpeg]))
  const small = nd.resize(images, { size: [5, 6] })
  const normal = nd.cropMirrorNormalize(small, { mirror: 1 })
  normal.dataSync()
  const { name, dur, args } = lastRun()
  expect(name).toBe('decoders.image > resize+cropMirrorNormalize')
  expect(dur).toBeGreaterThan(0)
  expect(args).toMatchObject({ samples: 4, device: 'cpu', mode: 'eager' })
  expect(args.queue).toMatch(/^default context, cpu, \d+ threads?$/)
  expect(args.bytes).toBeGreaterThanOrEqual(4 * 5 * 6 * 3 * 4)
  const lines = args.calls.map((call) => /^([\w.]+) at .*trace\.test\.ts:(\d+):\d+$/.exec(call)!.slice(1))
  expect(lines.map(([op]) => op)).toEqual(['decoders.image', 'resize', 'cropMirrorNormalize'])
  const [first] = lines[0]!.slice(1).map(Number)
  expect(lines.map(([, line]) => Number(line))).toEqual([first, first! + 1, first! + 2])
})

it('tells modes, contexts, samples without a batch, and what has failed', () => {
  nd.withEvalMode('syncCpu', () => nd.flip(pixels(1)).at(0))
  expect(lastRun()).toMatchObject({ name: 'flip', args: { mode: 'syncCpu', samples: 1 } })
  const context = new nd.EvalContext({ numThreads: 1 })
  context.run(() => nd.withEvalMode('deferred', () => nd.flip(pixels(3), { vertical: 1 })).dataSync())
  expect(lastRun().args.queue).toMatch(/^context \d+, cpu, 1 thread$/)
  expect(lastRun().args).toMatchObject({ mode: 'deferred', samples: 3 })
  context.close()
  expect(() => nd.crop(pixels(2), { crop: [50, 50] }).dataSync()).toThrow()
  expect(lastRun()).toMatchObject({ name: 'crop', args: { error: 'INVALID_INPUT' } })
})

it('shows what the queue has run, the waits for it, and the batches of readers', async () => {
  const reader = nd.readers.file({ fileRoot: photos, batchSize: 6 })
  const context = new nd.EvalContext({ numThreads: 1 })
  const before = spansOf(nd.trace()).length
  await context.run(async () => {
    for await (const [files] of reader.nextEpoch()) {
      const images = nd.decoders.image(files)
      const more = nd.resize(images, { size: [200, 200] })
      // Handed over, and then waited for: not on this thread.
      context.evaluateAll()
      more.dataSync()
    }
  })
  const trace = nd.trace()
  expect(spansOf(trace).length).toBeGreaterThan(before)
  const names = new Map(trace.traceEvents.flatMap((e) => (e.name === 'thread_name' ? [[e.tid, e.args]] : [])) as never)
  const queue = [...names].find(([, args]) => /^context \d+, cpu, 1 thread$/.test((args as { name: string }).name))!
  const inLane = runsOf(trace).filter((run) => run.tid === queue[0] && run.name === 'decoders.image > resize')
  expect(inLane.length).toBeGreaterThan(0)
  expect(names.get(1 as never)).toEqual({ name: 'calling thread' })
  const waits = spansOf(trace).filter(({ cat, name }) => cat === 'wait' && name === 'waits for decoders.image > resize')
  expect(waits.length).toBeGreaterThan(0)
  expect(waits.every(({ tid }) => tid === 1)).toBe(true)
  // The wait for a run ends with it, or later.
  const { ts, dur } = waits.at(-1)!
  expect(inLane.some((run) => ts < run.ts + run.dur && run.ts + run.dur <= ts + dur + 1)).toBe(true)
  const read = spansOf(trace).filter(({ cat }) => cat === 'read')
  expect(read.slice(-4).map(({ args }) => (args as { samples: number }).samples)).toEqual([6, 6, 6, 6])
  context.close()
})

it('has a track for each thread of a GPU stream', async () => {
  const context = new nd.EvalContext({ device: 'gpu', numThreads: 1 })
  const made = context.run(() =>
    Array.from({ length: 9 }, (_, i) => {
      const image = nd.gaussianBlur(nd.flip(pixels(2), { device: 'gpu' }), { sigma: 1 + i })
      context.evaluateAll()
      return image
    }),
  )
  for (const image of made) await image.data()
  const trace = nd.trace()
  const tids = trace.traceEvents.flatMap((e) => {
    if (e.name !== 'thread_name') return []
    return /^context \d+, gpu 0, stream \d+, 1 thread( \([2-4]\))?$/.test((e.args as { name: string }).name)
      ? [e.tid]
      : []
  })
  expect(tids.length).toBeGreaterThan(0)
  const own = runsOf(trace).filter(({ name }) => name === 'flip > gaussianBlur')
  expect(own.length).toBe(9)
  for (const { tid, args } of own) expect([args.device, tids.includes(tid)]).toEqual(['gpu:0', true])
  context.close()
})

it('is well-formed: microseconds from the first event, in order, without overlaps on a track', () => {
  for (let i = 0; i < 50; i++) nd.flip(pixels(2), { horizontal: i % 2 }).dataSync()
  const trace = nd.trace()
  expect(trace.displayTimeUnit).toBe('ms')
  const spans = spansOf(trace)
  expect(spans[0]!.ts).toBe(0)
  const ends = new Map<number, number>()
  let last = 0
  for (const { tid, ts, dur, pid } of spans) {
    expect(pid).toBe(process.pid)
    expect(ts).toBeGreaterThanOrEqual(last)
    last = ts
    // Half a nanosecond for adding up decimals.
    expect(ts + 5e-4).toBeGreaterThanOrEqual(ends.get(tid) ?? 0)
    expect(dur).toBeGreaterThanOrEqual(0)
    ends.set(tid, ts + dur)
  }
  const titled = trace.traceEvents.filter((e) => e.name === 'thread_name').map((e) => e.tid)
  expect(new Set(spans.map(({ tid }) => tid))).toEqual(new Set(titled))
})

it('keeps the last 2,048 runs, and their lines now and then', () => {
  const images = pixels(1)
  for (let i = 0; i < 3000; i++) nd.flip(images).dataSync()
  const runs = runsOf(nd.trace())
  expect(runs.length).toBe(2048)
  expect(runs.every(({ name }) => name === 'flip')).toBe(true)
  for (const { args } of runs)
    expect(args.calls).toEqual([expect.stringMatching(/^flip at .*trace\.test\.ts:\d+:\d+$/)])
  expect(runs.filter(({ args }) => args.sampled).length).toBeGreaterThan(1000)
  const many = Array.from({ length: 9 }, (_, i) => i).reduce(
    (x, i) => nd.brightness(nd.flip(x), { brightness: 1 + i }),
    images,
  )
  many.dataSync()
  // The queue may have begun with the first call.
  expect(lastRun().name).toMatch(/^(flip|brightness) > .* > \d+ more > \w+$/)
})

it('keeps nothing alive that was disposed of or forgotten', async () => {
  const forgotten: WeakRef<object>[] = []
  const step = () => {
    const own = { of: 'the caller' }
    forgotten.push(new WeakRef(own))
    // Its stack refers to a function whose scope has `own`.
    const call = () => own && nd.flip(pixels(1))
    call().dataSync()
  }
  for (let i = 0; i < 40; i++) step()
  await expect
    .poll(
      () => {
        globalThis.gc!()
        return forgotten.filter((ref) => ref.deref()).length
      },
      { timeout: 10_000 },
    )
    .toBeLessThan(4)
  expect(runsOf(nd.trace()).length).toBeGreaterThan(39)
})

it('writes a file, and says where it cannot', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'calls-'))
  const path = join(folder, 'calls.json')
  nd.flip(pixels(1)).dataSync()
  const trace = nd.trace(path)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(JSON.parse(JSON.stringify(trace)))
  rmSync(folder, { recursive: true })
  expect(await failure(() => nd.trace(path))).toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringContaining(`Expected a path that can be written for trace() but received '${path}'`),
  })
  expect(await failure(() => nd.trace(1 as never))).toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringContaining('[trace] Expected a path for trace() but received 1'),
  })
})
