// The Kit of a pipeline's definition: operators are recorded, and draws are nodes.

import { chooseBranch } from '../api/cond.js'
import { philox4x32, seedWords } from '../data/philox.js'
import { call } from '../definition/context.js'
import { recordMath } from '../definition/math-call.js'
import { MathConstant } from '../definition/math-table.js'
import { DataNode } from '../definition/node.js'
import { takePart } from '../definition/subscript.js'
import { type Branch, type Draw, type Fields, isConstant, type Kit, type Parameter, type Value } from './kit.js'

/** The seed of draw `place` of a call with a seed, so that its draws are independent of each other. */
function seedOf(seed: number, place: number): number {
  const words = new Uint32Array(4)
  const [low, high] = seedWords(seed)
  philox4x32(words, low, high, place, 0x6175, 0x6761, 0)
  return words[0]! + (words[1]! & 0xfffff) * 2 ** 32
}

/** The kit of a call of `op` at `callSite`. `seed`: that of its draws; undefined derives them from the pipeline's. */
export function definitionKit(op: string, callSite: string, seed: number | undefined): Kit {
  const at = { op, callSite }
  const ops = (name: string, ...given: unknown[]): Value[] => call(name, given, callSite)
  const one = (name: string, ...given: unknown[]): Value => ops(name, ...given)[0]!
  const math = (operation: string, ...operands: unknown[]) =>
    recordMath(operation, ['a', 'b', 'c'].slice(0, operands.length), operands, callSite)
  const seeded = (place: number) => (seed === undefined ? {} : { seed: seedOf(seed, place) })
  const draw = (node: unknown) => node as Draw
  const node = (value: unknown) => value as DataNode
  const entry = (table: readonly (number | readonly number[])[], index: Draw, whole: boolean): DataNode => {
    const width = typeof table[0] === 'number' ? [] : [(table[0] as readonly number[]).length]
    const values = { [whole ? 'idata' : 'fdata']: table.flat(), shape: [table.length, ...width] }
    return takePart(one('constant', values), [node(index)], op, callSite)
  }
  return {
    at,
    drawOption: 'seed',
    op: one,
    ops,
    math,
    drawOptions: seeded(0),
    random: (name, args, place) => one(name, { ...args, ...seeded(place) }),
    double: (value) => new MathConstant(value, 'float64'),
    whole: (count, place) => draw(one('random.choice', count, seeded(place))),
    fraction: (place) => draw(one('random.uniform', { range: [0, 1], ...seeded(place) })),
    lookUp: (table, index) => draw(entry(table, index, table.every(Number.isInteger))),
    less: (a, b) => draw(math('lt', a, b)),
    times: (a, b) => draw(math('mul', a, b)),
    plus: (a, b) => draw(math('add', a, b)),
    row: (table, index): Parameter => (isConstant(table) ? table[0]! : entry(table, index, false)),
    choose<F extends Fields>(fields: F, selector: Draw, index: Draw, branches: readonly Branch<F>[]): F {
      const bodies = branches.map((branch, i) => [`augmentation ${i}`, () => branch(fields, index)] as const)
      return chooseBranch(at, node(selector), bodies) as F
    },
    isValue: (x): x is Value => x instanceof DataNode,
  }
}
