// The Kit of imperative mode: draws are numbers at once, and the samples that drew one branch go through it as a batch.

import {
  type Branch,
  type Draw,
  type Fields,
  isConstant,
  type Kit,
  type Parameter,
  type Value,
} from '../../augment/kit.js'
import { MathConstant } from '../../definition/math-table.js'
import type { RNG } from '../context/random.js'
import { calculate, calledAt } from '../operators/arithmetic.js'
import { type Entry, invoke } from '../operators/invoke.js'
import { batchOf } from '../values/data.js'
import { Batch, show, Tensor } from '../values/tensor.js'

type Numbers = readonly number[]
const numbers = (draw: Draw | number) => draw as unknown as Numbers | number
const drawn = (values: ArrayLike<number>) => Array.from(values) as unknown as Draw
const value = (x: unknown) => x as Value

/** The numbers of one draw, or one number that stands for as many. */
const at = (draw: Draw | number, i: number): number => {
  const given = numbers(draw)
  return typeof given === 'number' ? given : given[i]!
}

/** The kit of a call of `op` by `entry` on `count` samples, which draws from `rng`. */
export function dynamicKit(op: string, entry: Entry, count: number, rng: RNG | undefined): Kit {
  const call = (name: string, ...given: unknown[]) => invoke(name, given, entry, show)
  const random = (name: string, ...given: unknown[]) => {
    const options = { batchSize: count, ...(rng && { rng }) }
    const last = given.at(-1)
    const args = typeof last === 'object' ? [...given.slice(0, -1), { ...last, ...options }] : [...given, options]
    using made = call(name, ...args)[0]!
    return drawn(Array.from(made.dataSync() as ArrayLike<number>))
  }
  const each = (of: (i: number) => number, draw: Draw) => drawn((numbers(draw) as Numbers).map((_, i) => of(i)))
  return {
    at: calledAt(op, entry),
    drawOption: 'rng',
    op: (name, ...given) => value(call(name, ...given)[0]),
    ops: (name, ...given) => call(name, ...given).map(value),
    math: (operation, ...operands) => value(calculate(operation, operands, entry, show)),
    drawOptions: rng ? { rng } : {},
    random: (name, args) => value(call(name, { ...args, batchSize: count, ...(rng && { rng }) })[0]),
    double: (number) => new MathConstant(number, 'float64'),
    whole: (choices) => random('random.choice', choices),
    fraction: () => random('random.uniform', { range: [0, 1] }),
    lookUp: (table, index) => each((i) => table[at(index, i)]!, index),
    less: (a, b) => each((i) => Number(at(a, i) < at(b, i)), a),
    times: (a, b) => each((i) => at(a, i) * at(b, i), a),
    plus: (a, b) => each((i) => at(a, i) + at(b, i), a),
    row(table, index): Parameter {
      const rows = (numbers(index) as Numbers).map((i) => table[i] ?? table[0]!)
      if (isConstant(rows)) return rows[0]!
      const samples = rows.map((row) => ({
        data: Float32Array.from(typeof row === 'number' ? [row] : row),
        shape: typeof row === 'number' ? [] : [row.length],
      }))
      return value(batchOf(samples, {}, 'copy', op))
    },
    choose: (fields, selector, index, branches) =>
      choose(op, fields, numbers(selector) as Numbers, numbers(index) as Numbers, branches),
    isValue: (x): x is Value => x instanceof Batch || x instanceof Tensor,
  }
}

/** Takes the samples of each branch out, runs it on them, and puts the results together again. */
function choose<F extends Fields>(
  op: string,
  fields: F,
  selector: Numbers,
  index: Numbers,
  branches: readonly Branch<F>[],
): F {
  const groups = branches.map((branch, k) => ({ branch, rows: [...selector.keys()].filter((i) => selector[i] === k) }))
  const used = groups.filter(({ rows }) => rows.length)
  // All groups begin before the first one is waited for.
  const made = used.map(({ branch, rows }) => {
    const part = mapped(fields, (batch) => batch.select(rows)) as F
    return { rows, part, result: branch(part, drawn(rows.map((i) => index[i]!))) }
  })
  const joined = Object.keys(fields).map((name) => {
    const tensors: Tensor[] = []
    for (const { rows, result } of made) {
      for (const [k, i] of rows.entries()) tensors[i] = hosted(result[name]!).at(k)
    }
    const whole = batchOf(tensors, {}, 'wrap', op)
    for (const tensor of tensors) tensor[Symbol.dispose]()
    return [name, (fields[name] as unknown as Batch).device === 'gpu' ? whole.gpu() : whole]
  })
  for (const { part, result } of made) {
    for (const name of Object.keys(fields)) {
      if (result[name] !== part[name]) (result[name] as unknown as Batch)[Symbol.dispose]()
      ;(part[name] as unknown as Batch)[Symbol.dispose]()
    }
  }
  return Object.fromEntries(joined) as F
}

/** Batches of single samples are put together in host memory. */
const hosted = (x: unknown) => (x as Batch).cpu()

const mapped = (fields: Fields, of: (batch: Batch) => Batch): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, x]) => [name, value(of(x as unknown as Batch))]))
