// Pipelines: random operators in a row over a source that gives sound and unsound samples, in every executor and way to
// run. Whatever comes, each call ends within its time, with batches or a typed error, and close() gives everything back.
import { typedArrays, volume } from '../engine/data.mjs'
import { within } from '../engine/finding.mjs'
import { decode, number, odd } from '../engine/json.mjs'
import { Random } from '../engine/random.mjs'

const dtypes = ['uint8', 'int16', 'float32', 'float16', 'int32', 'float64', 'bool', 'uint64', 'int64']
const sourceTypes = ['int8', 'uint16', 'int16', 'uint32', 'int32', 'float32', 'float64', 'int64', 'uint64']
const layouts = [
  [''],
  ['', 'C'],
  ['', 'HW', 'WC'],
  ['HWC', 'HWC', 'CHW', '', 'FHW'],
  ['FHWC', 'DHWC', ''],
  ['FDHWC', ''],
  [''],
]
const maxElements = 300_000

const steps = {
  resize: (r) => ({
    size: [1 + r.below(40), 1 + r.below(40)],
    interpType: r.pick(['nn', 'linear', 'cubic', 'lanczos3']),
  }),
  crop: (r) => ({ crop: two(r), outOfBoundsPolicy: r.pick(['pad', 'edge', 'trim_to_shape', 'error']) }),
  cropMirrorNormalize: (r) => ({
    ...{ crop: two(r), outOfBoundsPolicy: 'pad', mirror: r.oneIn(2) ? coin : r.below(2) },
    ...{ mean: [drawNumber(r)], std: [drawNumber(r)], padOutput: r.oneIn(2) },
  }),
  flip: (r) => ({ horizontal: r.oneIn(2) ? coin : 1 }),
  rotate: (r) => ({ angle: r.oneIn(2) ? uniform(-180, 180) : drawNumber(r), fillValue: 0 }),
  warpAffine: (r) => ({ matrix: r.many(6, () => drawNumber(r)), size: two(r) }),
  gaussianBlur: (r) => ({ sigma: r.oneIn(2) ? uniform(0.1, 4) : r.below(100) / 10 }),
  erase: (r) => ({ anchor: [drawNumber(r), drawNumber(r)], shape: [drawNumber(r), drawNumber(r)], axisNames: 'HW' }),
  paste: (r) => ({ ratio: 1 + r.below(4), fillValue: [r.below(256)], pasteX: r.oneIn(2) ? uniform(0, 1) : 0.5 }),
  slice: (r) => ({
    start: r.oneIn(2)
      ? { fn: 'random.uniform', args: { range: [0, 5], shape: [2], dtype: 'int32' } }
      : [r.below(9), r.below(9)],
    ...{ shape: [1 + r.below(20), 1 + r.below(20)], axes: [0, 1] },
    outOfBoundsPolicy: r.pick(['pad', 'edge', 'error', 'wrap']),
  }),
  normalize: () => ({}),
  transpose: (r) => (r.oneIn(2) ? { perm: [2, 0, 1] } : {}),
  cast: (r) => ({ dtype: r.pick(dtypes) }),
  brightnessContrast: (r) => ({ brightness: drawNumber(r), contrast: drawNumber(r) }),
  hsv: (r) => ({ hue: drawNumber(r), saturation: drawNumber(r) }),
  colorSpaceConversion: () => ({ imageType: 'rgb', outputType: 'ycbcr' }),
  randomResizedCrop: (r) => ({ size: two(r) }),
  resizeCropMirror: (r) => ({ resizeShorter: 5 + r.below(30), crop: [1 + r.below(9), 1 + r.below(9)] }),
  'decoders.image': () => ({}),
  peekImageShape: () => ({}),
  'math.mul': (r) => drawNumber(r),
  'math.floorDiv': (r) => r.below(3),
  'math.add': () => 'itself',
}
const coin = { fn: 'random.coinFlip', args: {} }
const uniform = (from, to) => ({ fn: 'random.uniform', args: { range: [from, to] } })
const two = (r) => [1 + r.below(30), 1 + r.below(30)]

function drawNumber(r) {
  if (r.oneIn(r.wild ? 4 : 20)) return number(r.pick([0, -1, 1e10, 1e-20, 65536, 16777217, -1e30]))
  return r.below(300) / 10 - (r.oneIn(4) ? 10 : 0)
}

function drawOptions(r) {
  const maybe = (n, options) => (r.oneIn(n) ? options() : {})
  return {
    ...{ batchSize: r.pick([1, 2, 3, 8, 8, 17]), numThreads: 1 + r.below(4) },
    ...maybe(2, () => ({ prefetchQueueDepth: r.pick([1, 2, 3, 9, 64]) })),
    ...maybe(4, () => ({ execDynamic: false })),
    ...maybe(8, () => ({ execAsync: false })),
    ...maybe(8, () => ({ execPipelined: false })),
    ...maybe(2, () => ({ onError: r.pick(['skip', 'placeholder', 'throw']) })),
    ...maybe(5, () => ({ memoryBudget: { host: r.pick([0, 1, 100, 100000, 1e6, 3e7]) } })),
    ...maybe(6, () => ({ bytesPerSample: r.pick([0, 1, 1000, 1e6, 2 ** 40]) })),
    ...maybe(40, () => r.pick([{ numThreads: 0 }, { batchSize: -1 }, { batchSize: 1.5 }, { seed: odd('NaN') }])),
  }
}

function draw(r) {
  r.wild = r.oneIn(3)
  const how = r.pick(['run', 'run', 'iterate', 'close', 'feed', 'sync', 'two'])
  return {
    options: drawOptions(r),
    steps: r.many(1 + r.below(4), () => {
      const call = r.pick(Object.keys(steps))
      return { call, args: steps[call](r), shown: r.oneIn(4) }
    }),
    how,
    source: {
      ...{ seed: r.below(2 ** 31), batches: r.below(5), late: r.oneIn(4), cycle: r.pick(['no', 'quiet', 'raise']) },
      dtype: r.oneIn(r.wild ? 2 : 8) ? r.pick(sourceTypes) : 'uint8',
      ndim: r.oneIn(r.wild ? 3 : 12) ? r.below(7) : 3,
      ...{ channels: r.pick([1, 3, 3, 3, 4]), repeatLast: r.oneIn(2), wild: r.wild },
    },
  }
}

// --- running ---

const wrongSamples = (data, n) => [
  null,
  5,
  [],
  [[1, 2], [3]],
  'x',
  {},
  { data, shape: [n + 1] },
  new DataView(new ArrayBuffer(8)),
]

function makeSample(r, source) {
  const rarely = source.wild ? 12 : 200
  const dtype = r.oneIn(rarely) ? r.pick(sourceTypes) : source.dtype
  const ndim = r.oneIn(rarely) ? r.below(7) : source.ndim
  const shape = r.many(ndim, () => (r.oneIn(rarely) ? 0 : 1 + r.below(r.oneIn(5) ? 60 : 10)))
  if (ndim === 3 && !r.oneIn(rarely)) shape[2] = source.channels
  const n = volume(shape)
  if (n > maxElements) return makeSample(r, source)
  const data = new typedArrays[dtype](n)
  for (let i = 0; i < n; i += 1 + r.below(5)) data[i] = dtype.endsWith('int64') ? BigInt(r.below(100)) : r.below(256)
  if (r.oneIn(3 * rarely)) return r.pick(wrongSamples(data, n))
  return { data, shape, layout: ndim === 3 && !source.wild ? 'HWC' : r.pick(layouts[ndim]) }
}

function makeBatch(r, c) {
  const { batchSize } = c.options
  if (r.oneIn(20)) return []
  const count = r.oneIn(6) ? r.below(Math.ceil(Math.abs(batchSize)) + 2) : Math.ceil(Math.abs(batchSize))
  return r.many(count, () => makeSample(r, c.source))
}

export function make({ penstock: { fn, math, pipelineDef } }) {
  const member = (root, name) => name.split('.').reduce((at, part) => at[part], root)
  const argument = (value) => (value?.fn ? member(fn, value.fn)(value.args) : decode(value))

  function apply({ call, args }, x) {
    if (call.startsWith('math.')) return math[call.slice(5)](x, args === 'itself' ? x : decode(args))
    const given = Object.fromEntries(Object.entries(args).map(([key, value]) => [key, argument(value)]))
    return member(fn, call)(x, given)
  }

  function define(c, r) {
    const { batches, late, cycle, repeatLast } = c.source
    let asked = 0
    const next = () => (asked++ < batches ? makeBatch(r, c) : null)
    return pipelineDef(decode(c.options), () => {
      const fed = { name: 'in', ...(repeatLast && { repeatLast }) }
      const asks = { name: 'in', source: late ? async () => next() : next, cycle }
      let x = fn.externalSource(c.how === 'feed' ? fed : asks)
      const shown = []
      for (const step of c.steps) {
        x = apply(step, x)
        if (step.shown) shown.push(x)
      }
      return [x, ...shown.slice(0, 3)]
    })()
  }

  function use(outputs) {
    for (const out of outputs) for (let i = 0; i < Math.min(out.length, 3); i++) out.at(i).dataSync()
    for (const out of outputs) out.release()
  }

  const ways = {
    async run(pipe) {
      for (let i = 0; i < 4; i++) use(await within(pipe.run(), 'run()'))
    },
    async feed(pipe, c, r) {
      for (let i = 0; i < 4; i++) {
        pipe.feedInput('in', makeBatch(r, c))
        use(await within(pipe.run(), 'run()'))
      }
    },
    async iterate(pipe) {
      const batches = pipe[Symbol.asyncIterator]()
      for (let i = 0; i < 6; i++) {
        const { value, done } = await within(batches.next(), 'next()')
        if (done) return
        use(value)
      }
    },
    async close(pipe, _, r) {
      const run = pipe.run()
      run.catch(() => {})
      if (r.oneIn(2)) await new Promise((resolve) => setTimeout(resolve, r.below(30)))
      await within(Promise.allSettled([run, pipe.close()]), 'close() amid run()')
    },
    async sync(pipe) {
      for (let i = 0; i < 3; i++) use(pipe.runSync())
    },
    async two(pipe) {
      const results = await within(Promise.allSettled([pipe.run(), pipe.run()]), 'two run()s')
      // The second one's batch takes the first one's place.
      const last = results.at(-1)
      if (last.status === 'rejected') throw last.reason
      use(last.value)
    },
  }

  return {
    draw,
    async run(c) {
      const r = new Random(c.source.seed)
      let pipe
      try {
        pipe = define(c, r)
        await ways[c.how](pipe, c, r)
        return c.how
      } finally {
        if (pipe) await within(Promise.resolve(pipe.close()), 'close()')
      }
    },
  }
}
