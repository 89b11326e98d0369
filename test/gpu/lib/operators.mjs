// Random arguments of every operator: from its schema where its arguments are independent numbers, names and switches, else
// by gpu-cases.mjs in its folder, whose default export is an object of these:
//   dtypes, layouts   what it takes, one of each per case
//   channels          how many (default: 1 to 4), or a function of the arguments
//   exact             bytes must be equal, because nothing is computed
//   unit              floats from 0 to 1
//   args              (r, batch): the arguments
//   samples           (r, batch): the first input, for an operator that takes no images
//   inputs            (r, batch, samples): the samples of further inputs, a list for each
//   outputs           how many there are (default: 1)
import { existsSync } from 'node:fs'
import { fn } from 'penstock-data'
import { schemas } from '../../../dist/generated/schemas.js'
import { each, images } from './draws.mjs'
import { inRoot } from './gpu.mjs'
import { nodesOf, PerSample } from './run.mjs'

/** The operators that have kernels on both sides and may stand in a definition. */
// Views have no kernels: native/test/gpu_tensors_test.cc compares what is bound to their outputs.
const onBoth = ({ kind, view, copied, devices }) =>
  kind === 'op' && !view && !copied && ['cpu', 'gpu'].every((device) => devices.includes(device))
export const names = Object.entries(schemas)
  .filter(([name, schema]) => name !== 'merge' && onBoth(schema))
  .map(([name]) => name)
  .filter((name) => name === 'copy' || !schemas[name].internal)
  // It writes files: test/ops has it.
  .filter((name) => name !== 'dumpImage')

/** What the folders of operators say, by operator. */
const rows = new Map()
for (const name of names) {
  const folder = name.replaceAll('.', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const file = inRoot(`native/ops/${folder}/gpu-cases.mjs`)
  if (existsSync(file)) rows.set(name, (await import(file)).default)
}

/** For an operator without such a file: each argument by its type and range. */
function generic(r, schema, batch) {
  const args = {}
  for (const [name, info] of Object.entries(schema.args)) {
    if (!info.required && r.coin(0.6)) continue
    const base = typeof info.default === 'number' ? info.default : 0
    const low = info.min ?? base - 1
    const high = info.max ?? base + 1
    const value = {
      bool: () => r.coin(),
      int: () => each(r, batch, () => r.int(Math.ceil(low), Math.floor(high)), info.perSample ? 'int32' : null),
      float: () => each(r, batch, () => r.float(low, high), info.perSample ? 'float32' : null),
      enum: () => r.pick(info.values),
      dtype: () => 'float32',
      interp: () => r.pick(['nn', 'linear']),
    }[info.type]
    if (value) args[name] = value()
    else if (info.required) throw new Error(`write a gpu-cases.mjs in its folder: ${name} is a ${info.type}`)
  }
  return args
}

function shapeOf(r, layout, count, small) {
  const long = layout.length > 3
  return [...layout].map((c) =>
    c === 'C' ? count : c === 'F' || (long && !'HW'.includes(c)) ? r.int(1, 4) : r.extent(small || long),
  )
}

/** A random case of one operator over a batch of `length`: { inputs, build(input), text, exact }. */
export function caseOf(name, r, length, small = false, device = 'gpu') {
  const schema = schemas[name]
  const row = { dtypes: ['uint8', 'float32'], layouts: images, ...rows.get(name) }
  const dtype = r.pick(row.dtypes)
  const layout = r.pick(row.layouts)
  const wanted = typeof row.channels === 'function' ? undefined : row.channels
  const count = wanted ?? r.int(1, 4)
  let batch = r.list(length, () => ({ shape: shapeOf(r, layout, count, small), layout }))
  const args = row.args ? row.args(r, batch) : generic(r, schema, batch)
  if (typeof row.channels === 'function') {
    batch = batch.map((s) => ({ ...s, shape: s.shape.map((n, i) => (layout[i] === 'C' ? row.channels(args) : n)) }))
  }
  const samples = row.samples?.(r, batch) ?? batch.map(({ shape }) => r.tensor(dtype, shape, layout, row.unit))
  const build = name === 'copy' ? (x) => x.gpu() : (...nodes) => at(fn, name)(...nodes, { ...nodesOf(args), device })
  const shown = JSON.stringify(args, (_, v) => (v instanceof PerSample ? v.values : v))
  return {
    outputs: row.outputs ?? 1,
    inputs: [samples, ...(row.inputs?.(r, batch, samples) ?? [])],
    build,
    exact: row.exact ?? false,
    text: `${name}(${dtype} ${layout} ${samples.map((s) => `[${s.shape}]`).join(' ')}, ${shown})`,
  }
}

const at = (object, path) => path.split('.').reduce((o, key) => o[key], object)
