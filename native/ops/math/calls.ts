// Calls of each operation of math, which no parity.ts draws: see test/dynamic/cases.ts. An entry of `constants` stands for an
// operand: '' for an input, else the constant's dtype and value.
import type { DType } from '../../../src/generated/abi.js'
import { schemas } from '../../../src/graph/schema.js'
import type { Case, Samples } from '../../../tools/parity/cases.js'
import { dataOf } from '../../../tools/parity/draw.js'

/** Lists of 4, 5 and 6 numbers that are not 0. */
function numbers(dtype: DType, make: (i: number) => number): Samples {
  const samples = [4, 5, 6].map((length, s) => ({
    shape: [length],
    data: dataOf(
      dtype,
      Array.from({ length }, (_, i) => make(1 + 7 * s + i)),
    ),
  }))
  return { dtype, layout: '', samples }
}

const bytes = numbers('uint8', (i) => (i * 37) % 251)
const integers = numbers('int32', (i) => ((i * 29) % 97) * (i % 2 ? 1 : -1))
const reals = numbers('float32', (i) => ((i * 53) % 199) + 0.5)
const bools = numbers('bool', (i) => i % 3 && 1)
const unary = /^(neg|abs|bitNot|lnot|fabs|sqrt|rsqrt|cbrt|exp|log|log2|log10|floor|ceil|a?(sin|cos|tan)h?)$/

/** Inputs of an operation, with constants where they are not all of its operands. */
function operandsOf(operation: string): { inputs: Samples[]; constants?: string[] }[] {
  if (operation === 'clamp')
    return [{ inputs: [bytes, integers, reals] }, { inputs: [reals], constants: ['', 'int32 20', 'float32 90.5'] }]
  if (operation === 'lnot') return [{ inputs: [bools] }]
  if (/^l(and|or)$/.test(operation)) return [{ inputs: [bools, bools] }]
  const whole = /^(bit|lshift|rshift)/.test(operation)
  if (unary.test(operation)) return [{ inputs: [integers] }, ...(whole ? [] : [{ inputs: [reals] }])]
  return [
    { inputs: [bytes, integers] },
    { inputs: [integers], constants: ['', 'int32 3'] },
    ...(whole ? [] : [{ inputs: [bytes, reals] }]),
  ]
}

const calls: Case[] = schemas.math!.args.operation!.values!.flatMap((operation) =>
  operandsOf(operation).map(({ inputs, constants = inputs.map(() => '') }) => ({
    inputs,
    args: { operation, constants },
  })),
)
export default calls
