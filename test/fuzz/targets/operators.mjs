// Operators in imperative mode: calls with valid and invalid arguments, drawn from the schema. Whatever the call, it ends
// soon, with a result or a typed error, and evaluated in another way it gives the same.
import { drawTensor, dtypes, makeTensor, typedArrays } from '../engine/data.mjs'
import { found } from '../engine/finding.mjs'
import { decode, number, odd } from '../engine/json.mjs'

const layouts = ['HWC', 'CHW', 'WH', 'HW', '', 'DHWC', 'C', 'WHC', 'ABCDEFG', 'FHWC', 'CDHW', 'H\u00e9']
const interps = ['nn', 'linear', 'cubic', 'lanczos3', 'triangular', 'gaussian']
const imageTypes = ['rgb', 'bgr', 'gray', 'ycbcr', 'any']
const floats = [0, -0, 1, -1, 0.5, 2, 1e-30, -1e-30, 1e10, -1e10, 3.4e38, 16777216, 16777217, 2147483648, 65536]
const oddFloats = [...floats, 1e-7, 0.999999, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e300]
const integers = [0, 1, -1, 2, 3, 7, 255, 256, 65535, 65536, 2147483647, -2147483648, 16777216, -5]
const oddIntegers = [...integers, 2147483648, 1.5, Number.NaN]
const wrongTypes = [null, 'x', {}, [], true, -1, 1e20, odd('undefined'), odd('3n')]
const perSampleTypes = ['float32', 'int32', 'float64', 'int64', 'uint8']
const oddBigints = ['0n', '1n', '-1n', '5n', '1099511627776n', '-4611686018427387904n', '9223372036854775807n']
/** Results of more bytes would take long and reach nothing else; those of more than any machine has must be refused. */
const maxBytes = 32e6
const impossibleBytes = 2 ** 44
/** Calls of another kind: they take functions, or files. */
const left = new Set(['externalSource', 'jsFunction', 'peekImageShape', 'dumpImage'])

export function make({ nd, schemas }) {
  const member = (name) => name.split('.').reduce((at, part) => at?.[part], nd)
  const callable = Object.keys(schemas).filter(
    (name) =>
      !schemas[name].internal &&
      !schemas[name].reader &&
      !left.has(name) &&
      !name.startsWith('decoders.') &&
      typeof member(name) === 'function',
  )
  const maths = Object.keys(nd.math).filter((name) => typeof nd.math[name] === 'function')

  return {
    draw(random) {
      return draw(random, schemas, callable, maths)
    },
    run(c) {
      return run(c, nd, schemas, member)
    },
  }
}

// --- drawing ---

function drawFloat(random) {
  if (random.oneIn(random.wild ? 4 : 40)) return number(random.pick(oddFloats))
  return random.oneIn(3) ? random.below(100) / 10 : random.below(40) - (random.oneIn(3) ? 20 : 0)
}

function drawInteger(random) {
  if (random.oneIn(random.wild ? 4 : 40)) return number(random.pick(oddIntegers))
  return random.below(12) - (random.oneIn(4) ? 6 : 0)
}

function drawBounded(random, arg, whole) {
  const { min, max } = arg
  if (min === undefined || max === undefined || random.oneIn(6)) return whole ? drawInteger(random) : drawFloat(random)
  return whole ? min + random.below(Math.min(max - min + 1, 50)) : min + ((max - min) * random.below(1001)) / 1000
}

function drawScalar(random, type, arg) {
  if (random.oneIn(random.wild ? 30 : 300)) return random.pick(wrongTypes)
  if (arg.values) return random.pick(arg.values)
  switch (type) {
    case 'bool':
      return random.oneIn(2)
    case 'int':
      return drawBounded(random, arg, true)
    case 'dtype':
      return random.pick(dtypes)
    case 'interp':
      return random.pick(interps)
    case 'imageType':
      return random.pick(imageTypes)
    case 'layout':
      return random.pick(layouts)
    case 'string':
      return random.pick(['x', '', 'HW', 'é', '\ud800'])
    default:
      return drawBounded(random, arg, false)
  }
}

function drawPerSample(random, type, list) {
  const dtype = random.pick(perSampleTypes)
  const count = list ? random.below(7) : random.oneIn(8) ? random.below(3) : 1
  const scalar = () => (type === 'float' ? drawFloat(random) : drawInteger(random))
  const values = random.many(count, () => (dtype === 'int64' ? odd(random.pick(oddBigints)) : scalar()))
  const shape = random.oneIn(3) && count ? [1, count] : list || count !== 1 || random.oneIn(2) ? [count] : []
  return { tensor: { dtype, shape, values } }
}

function drawArgument(random, arg, length) {
  const list = arg.type.endsWith('[]')
  const type = list ? arg.type.slice(0, -2) : arg.type
  if (arg.perSample && random.oneIn(6) && ['int', 'float', 'bool'].includes(type))
    return drawPerSample(random, type, list)
  if (!list) return drawScalar(random, type, arg)
  return random.many(random.oneIn(5) ? random.below(8) : length, () => drawScalar(random, type, arg))
}

/** Arguments that hang together: drawn one by one, few calls would get past the checks. */
function drawUsual(random, name) {
  if (name === 'resize') {
    const size = random.many(random.pick([1, 2, 2, 3]), () => 1 + random.below(90))
    const roi = { roiStart: [random.below(5), random.below(5)], roiEnd: [random.below(60), random.below(60)] }
    return {
      size,
      interpType: random.pick(interps),
      ...(random.oneIn(3) && roi),
      ...(random.oneIn(2) && { antialias: random.oneIn(2) }),
    }
  }
  if (name === 'cropMirrorNormalize') {
    return {
      crop: [1 + random.below(60), 1 + random.below(60)],
      outOfBoundsPolicy: random.pick(['pad', 'edge', 'reflect_101', 'trim_to_shape', 'wrap']),
      mirror: random.below(2),
      dtype: random.pick(['float32', 'float16', 'uint8', 'int16']),
      ...{ mean: [1, 2, 3], std: [3, 4, 5], outputLayout: random.pick(['CHW', 'HWC']), padOutput: random.oneIn(3) },
    }
  }
  return undefined
}

const chains = {
  cast: (random) => ({ dtype: random.pick(dtypes) }),
  transpose: () => ({}),
  flip: () => ({ horizontal: 1, vertical: 1 }),
  slice: (random) => ({ start: [0], shape: [1 + random.below(5)], axes: [0], outOfBoundsPolicy: 'pad' }),
  normalize: () => ({}),
  resize: () => ({ size: [7, 9] }),
}

function draw(random, schemas, callable, maths) {
  // Among wild calls few succeed; those that do not reach an operator's kernel reach the checks.
  random.wild = random.oneIn(3)
  const c = { call: '', inputs: [], args: {}, as: random.pick(['tensor', 'batch', 'copy']) }
  c.mode = random.pick(['eager', 'syncCpu', 'syncFull'])
  if (random.oneIn(8)) {
    c.call = `math.${random.pick(maths)}`
    c.inputs = random.many(1 + random.below(3), () => (random.oneIn(4) ? drawFloat(random) : drawTensor(random, false)))
  } else {
    c.call = random.pick(callable)
    const info = schemas[c.call]
    const image = !random.oneIn(random.wild ? 4 : 12)
    for (const port of info.inputs)
      if (!port.optional || random.oneIn(3)) c.inputs.push(drawTensor(random, image && !c.inputs.length))
    const length = random.pick([1, 2, 2, 3])
    const names = Object.keys(info.args)
    for (const key of names)
      if (info.args[key].required || random.oneIn(random.wild ? 3 : names.length > 5 ? 8 : 3))
        c.args[key] = drawArgument(random, info.args[key], length)
    if (random.oneIn(2)) c.args = drawUsual(random, c.call) ?? c.args
    if (info.random && random.oneIn(2)) c.args.shape = random.many(random.below(4), () => random.below(20))
  }
  if (random.oneIn(3)) {
    const call = random.pick(Object.keys(chains))
    c.next = { call, args: chains[call](random) }
  }
  return c
}

// --- running ---

const isTensor = (x) => x !== null && typeof x === 'object' && 'dtype' in x && 'seed' in x

function perSample(make, { dtype, shape, values }) {
  const cast = dtype === 'int64' ? (v) => (typeof v === 'bigint' ? v : BigInt(Math.trunc(v) || 0)) : Number
  return make({ data: typedArrays[dtype].from(decode(values), cast), shape })
}

/** `as`: how tensors are given; with 'batch' and 'tensor' without a copy, so that the call runs before it returns. */
function call(c, nd, member, as = c.as) {
  const given = c.inputs.map((x) => {
    if (!isTensor(x)) return decode(x)
    const sample = makeTensor(x)
    if (as === 'batch') return nd.asBatch([sample, makeTensor(x)])
    if (as === 'copies') return nd.batch([sample, makeTensor(x)])
    return as === 'copy' ? nd.tensor(sample) : nd.asTensor(sample)
  })
  const make = as.startsWith('cop') ? nd.tensor : nd.asTensor
  const args = Object.fromEntries(
    Object.entries(c.args).map(([key, value]) => [key, value?.tensor ? perSample(make, value.tensor) : decode(value)]),
  )
  const out = Object.keys(args).length ? member(c.call)(...given, args) : member(c.call)(...given)
  return c.next && !Array.isArray(out) ? [member(c.next.call)(out, c.next.args)] : [out].flat()
}

const tensorsOf = (out) => (out.tensors ? [...out.tensors] : [out])
const bytesOf = (t) => t.shape.reduce((a, b) => a * b, 1) * typedArrays[t.dtype].BYTES_PER_ELEMENT

async function read(outs) {
  const all = []
  for (const tensor of outs.flatMap(tensorsOf)) {
    const data = await tensor.data()
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    all.push({ dtype: tensor.dtype, layout: tensor.layout, shape: [...tensor.shape], bytes: Buffer.from(bytes) })
  }
  return all
}

const same = (a, b) =>
  a.dtype === b.dtype &&
  a.layout === b.layout &&
  `${a.shape}` === `${b.shape}` &&
  Buffer.compare(a.bytes, b.bytes) === 0

/** Whether a call's result, or that of its second operator, is too large. Nothing is computed: a shape is known before. */
function tooLarge(c, nd, member) {
  const as = c.as === 'batch' ? 'copies' : 'copy'
  return [{ ...c, next: undefined }, c].some((part) => {
    const outs = nd.withEvalMode('deferred', () => call(part, nd, member, as))
    const size = outs.flatMap(tensorsOf).reduce((sum, t) => sum + bytesOf(t), 0)
    return size > maxBytes && size < impossibleBytes
  })
}

async function run(c, nd, schemas, member) {
  if (tooLarge(c, nd, member)) return 'too large'
  const outs = nd.withEvalMode('deferred', () => call(c, nd, member))
  const first = await read(outs)
  if (c.inputs.some((x) => isTensor(x) && x.shape.some((d) => d < 0))) throw found('negative extents', 'they are taken')
  for (const [i, t] of first.entries())
    if (t.bytes.length !== bytesOf(t))
      throw found('size', `output ${i}: ${t.bytes.length} bytes for ${t.dtype} [${t.shape}]`)
  if (schemas[c.call]?.random) return c.call
  const again = await read(nd.withEvalMode(c.mode, () => call(c, nd, member)))
  const wrong = again.findIndex((t, i) => !same(t, first[i]))
  if (wrong >= 0) throw found('differs', `output ${wrong} is another in mode ${c.mode}`)
  const twins = c.as === 'batch' && first.length === 2 * outs.length
  if (twins && !outs.every((_, i) => same(first[2 * i], first[2 * i + 1])))
    throw found('differs', 'two equal samples of a batch give different results')
  return c.call
}
