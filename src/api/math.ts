// The `math` object: arithmetic, comparisons and functions on the values of a graph, element by element. Each call
// records one `math` node; dtypes and shapes are only known, and promoted and broadcast, when the pipeline runs.
import type { DType } from '../generated/abi.js'
import { argError } from '../graph/schema.js'
import { shown } from '../graph/suggest.js'
import { call, callSite, currentContext, DataNode } from './node.js'

/** A scalar with a dtype of its own, made by `math.constant`. */
export class MathConstant {
  constructor(
    readonly value: number | bigint | boolean,
    readonly dtype: DType,
  ) {}
}

/**
 * An operand of `math.*`: a value of the graph or a scalar constant. `true` and `false` count as bool, a whole number as
 * int32 and any other number as float32; `math.constant` gives another dtype.
 */
export type MathOperand = DataNode | MathConstant | number | boolean

/** Takes one value of the graph. */
export type Unary = (a: DataNode) => DataNode
/** Takes two operands, at least one of them a value of the graph. */
export interface Binary {
  (a: DataNode, b: MathOperand): DataNode
  (a: MathOperand, b: DataNode): DataNode
}
/** Takes a value and its bounds, at least one of the three a value of the graph. */
export interface Clamp {
  (value: DataNode, lo: MathOperand, hi: MathOperand): DataNode
  (value: MathOperand, lo: DataNode, hi: MathOperand): DataNode
  (value: MathOperand, lo: MathOperand, hi: DataNode): DataNode
}

type At = { op: string; callSite: string }

const signedBits: Partial<Record<DType, number>> = { int8: 7, int16: 15, int32: 31, int64: 63 }
const unsignedBits: Partial<Record<DType, number>> = { uint8: 8, uint16: 16, uint32: 32, uint64: 64 }
const constantDtypes: DType[] = [
  'bool',
  ...(Object.keys(signedBits) as DType[]),
  ...(Object.keys(unsignedBits) as DType[]),
  'float32',
  'float64',
]

/** Lowest and highest value of an integer dtype. */
function bounds(dtype: DType): [bigint, bigint] | undefined {
  const [signed, unsigned] = [signedBits[dtype], unsignedBits[dtype]]
  if (signed !== undefined) return [-(1n << BigInt(signed)), (1n << BigInt(signed)) - 1n]
  return unsigned === undefined ? undefined : [0n, (1n << BigInt(unsigned)) - 1n]
}

const isWhole = (value: unknown) => typeof value === 'bigint' || Number.isInteger(value)

/** The constant as the node's argument holds it: dtype and value, exactly. */
function constantText(at: At, given: unknown, dtype: DType, what: string, hint?: string): string {
  if (dtype === 'bool') return `bool ${given ? 1 : 0}`
  const value = typeof given === 'boolean' ? Number(given) : (given as number | bigint)
  const range = bounds(dtype)
  if (!range) return `${dtype} ${Number(value)}`
  const whole = isWhole(value) ? BigInt(value) : undefined
  if (whole === undefined || whole < range[0] || whole > range[1]) {
    const rule = `an integer from ${range[0]} to ${range[1]} (${dtype})`
    throw argError(at, `Expected ${rule} for ${what} but received ${shown(given)}`, hint)
  }
  return `${dtype} ${whole}`
}

function record(operation: string, names: readonly string[], given: unknown[], site: string): DataNode {
  const at: At = { op: `math.${operation}`, callSite: site }
  const context = currentContext(at.op, site)
  if (given.length !== names.length) {
    const plural = names.length === 1 ? '' : 's'
    throw argError(at, `Expected ${names.length} operand${plural} (${names.join(', ')}) but received ${given.length}`)
  }
  const nodes: DataNode[] = []
  const constants = given.map((operand, i) => {
    const what = names[i]!
    if (operand instanceof DataNode) {
      if (operand.context !== context) {
        throw argError(
          at,
          `Expected a DataNode of this pipeline for ${what} but received one of another`,
          'Make it in the same definition',
        )
      }
      nodes.push(operand)
      return ''
    }
    if (operand instanceof MathConstant) return constantText(at, operand.value, operand.dtype, what)
    if (typeof operand === 'boolean') return constantText(at, operand, 'bool', what)
    if (typeof operand === 'number') {
      const cure = `math.constant(${operand}, 'int64') or math.constant(${operand}, 'float32') says which dtype it has`
      return constantText(at, operand, Number.isInteger(operand) ? 'int32' : 'float32', what, cure)
    }
    throw argError(at, `Expected a DataNode, a number or a boolean for ${what} but received ${shown(operand)}`)
  })
  if (!nodes.length) {
    throw argError(
      at,
      `Expected a DataNode for at least one operand but received ${given.map(shown).join(', ')}`,
      'Compute with constants alone in JavaScript',
    )
  }
  return call('math', [...nodes, { operation, constants }], site)[0]!
}

function operation(name: string, ...operands: string[]): (...given: unknown[]) => DataNode {
  const entry = (...given: unknown[]): DataNode => record(name, operands, given, callSite(entry))
  return entry
}
const unary = (name: string): Unary => operation(name, 'a')
const binary = (name: string, a = 'a', b = 'b'): Binary => operation(name, a, b)

/** Numbers of a tensor: flat, or nested by dimension. */
type Values = readonly (number | boolean | Values)[]

/** Shape and elements, row by row; undefined where rows differ in length. */
function flatten(values: Values): { shape: number[]; items: (number | boolean)[] } | undefined {
  if (!values.some(Array.isArray)) return { shape: [values.length], items: values as (number | boolean)[] }
  const rows = values.map((row) => (Array.isArray(row) ? flatten(row) : undefined))
  if (rows.some((row) => row?.shape.join() !== rows[0]?.shape.join() || !row)) return undefined
  return { shape: [values.length, ...rows[0]!.shape], items: rows.flatMap((row) => row!.items) }
}

/** A tensor becomes a node of its own, as in DALI. */
function tensor(at: At, values: Values, dtype: DType): DataNode {
  const flat = flatten(values)
  if (!flat?.items.length) throw argError(at, 'Expected rows of one length for value but received others or none')
  const { shape, items } = flat
  for (const [i, item] of items.entries()) {
    if (typeof item !== 'number' && typeof item !== 'boolean') {
      throw argError(at, `Expected numbers or booleans for value but received ${shown(item)} as element ${i}`)
    }
    constantText(at, item, dtype, `element ${i} of value`)
  }
  currentContext(at.op, at.callSite)
  const data = items.map(Number)
  return call(
    'constant',
    [{ [bounds(dtype) || dtype === 'bool' ? 'idata' : 'fdata']: data, shape, dtype }],
    at.callSite,
  )[0]!
}

function constant(value: number | bigint | boolean, dtype: DType): MathConstant
function constant(value: Values | ArrayBufferView, dtype: DType): DataNode
function constant(value: number | bigint | boolean | Values | ArrayBufferView, dtype: DType): MathConstant | DataNode {
  const at: At = { op: 'math.constant', callSite: callSite(constant) }
  if (!constantDtypes.includes(dtype)) {
    const known = constantDtypes.map((name) => `'${name}'`).join(', ')
    throw argError(at, `Expected one of ${known} for dtype but received ${shown(dtype)}`)
  }
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    return tensor(at, Array.from(value as unknown as ArrayLike<number>), dtype)
  }
  if (Array.isArray(value)) return tensor(at, value, dtype)
  if (!['number', 'bigint', 'boolean'].includes(typeof value)) {
    throw argError(at, `Expected a number or a boolean for value but received ${shown(value)}`)
  }
  constantText(at, value, dtype, 'value')
  return new MathConstant(value as number | bigint | boolean, dtype)
}

/**
 * Arithmetic, comparisons and functions on values of the graph, element by element, for use in a pipeline's definition.
 *
 * Operands are DataNodes and scalar constants, at least one of them a DataNode. Both are promoted to a common dtype by
 * DALI's rules (docs/math.md): of a float and an integer the float, else the wider one; signed with unsigned of the same
 * or a greater width gives the next wider signed dtype. Shapes are broadcast from the right: extents are equal, or one
 * of them is 1 or missing. "Floats" below means float64 where an operand is float64, else float32. float16 is refused.
 *
 * A wrong operand throws INVALID_ARGUMENT at the call; dtypes, shapes and layouts that do not go together, and a zero
 * divisor of integers, throw INVALID_INPUT when the pipeline runs.
 */
export const math = {
  /**
   * A scalar with a dtype of its own: `math.add(x, math.constant(1, 'uint8'))` leaves a uint8 tensor uint8. Or a tensor,
   * the same for all samples: `math.mul(hwc, math.constant([1.25, 0.75, 0.75], 'float32'))`.
   * @param value A number, a boolean or a bigint; or an array of numbers, flat or nested by dimension, or a typed array.
   *   Must fit the dtype; integers of a tensor must fit int32 too. Floating point is rounded to float32, as in DALI.
   * @param dtype Any but float16.
   */
  constant,

  /** -a, of a's dtype; unsigned values wrap around. Not for bool. */
  neg: unary('neg'),
  /** Absolute value, of a's dtype; the lowest signed integer stays what it is. Not for bool. */
  abs: unary('abs'),
  /** Absolute value in floats. */
  fabs: unary('fabs'),
  /** Square root in floats; NaN below 0. */
  sqrt: unary('sqrt'),
  /** 1 / sqrt(a) in floats; infinity at 0. */
  rsqrt: unary('rsqrt'),
  /** Cube root in floats. */
  cbrt: unary('cbrt'),
  /** e to the power of a, in floats. */
  exp: unary('exp'),
  /** Natural logarithm in floats: -infinity at 0, NaN below. */
  log: unary('log'),
  /** Logarithm to base 2, in floats. */
  log2: unary('log2'),
  /** Logarithm to base 10, in floats. */
  log10: unary('log10'),
  /** The greatest whole number not above a, in floats. */
  floor: unary('floor'),
  /** The smallest whole number not below a, in floats. */
  ceil: unary('ceil'),
  /** Sine of an angle in radians, in floats. */
  sin: unary('sin'),
  /** Cosine of an angle in radians, in floats. */
  cos: unary('cos'),
  /** Tangent of an angle in radians, in floats. */
  tan: unary('tan'),
  /** Inverse sine in radians, in floats; NaN outside -1 to 1. */
  asin: unary('asin'),
  /** Inverse cosine in radians, in floats; NaN outside -1 to 1. */
  acos: unary('acos'),
  /** Inverse tangent in radians, in floats. */
  atan: unary('atan'),
  /** Hyperbolic sine in floats. */
  sinh: unary('sinh'),
  /** Hyperbolic cosine in floats. */
  cosh: unary('cosh'),
  /** Hyperbolic tangent in floats. */
  tanh: unary('tanh'),
  /** Inverse hyperbolic sine in floats. */
  asinh: unary('asinh'),
  /** Inverse hyperbolic cosine in floats; NaN below 1. */
  acosh: unary('acosh'),
  /** Inverse hyperbolic tangent in floats; NaN outside -1 to 1. */
  atanh: unary('atanh'),

  /** a + b; integers wrap around. Not for two bools. */
  add: binary('add'),
  /** a - b; integers wrap around. Not for two bools. */
  sub: binary('sub'),
  /** a * b; integers wrap around, two bools give bool. */
  mul: binary('mul'),
  /** a / b, always in floats: integers are converted first. Not for two bools. */
  div: binary('div'),
  /**
   * What DALI's `//` gives: for integers the quotient without its fraction (towards zero: -7 by 2 is -3), for floats
   * a / b. An integer divisor of 0 throws INVALID_INPUT. Not for two bools.
   */
  floorDiv: binary('floorDiv'),
  /** Remainder of a / b, with the sign of a. An integer divisor of 0 throws INVALID_INPUT. Not for two bools. */
  mod: binary('mod'),
  /** The smaller one, of the promoted dtype; where one is NaN, b. Not for two bools. */
  min: binary('min'),
  /** The greater one, of the promoted dtype; where one is NaN, b. Not for two bools. */
  max: binary('max'),
  /** base to the power of exponent. Integers wrap around, and a negative integer exponent gives 0. Not for two bools. */
  pow: binary('pow', 'base', 'exponent'),
  /** base to the power of exponent, always in floats. Not for two bools. */
  fpow: binary('fpow', 'base', 'exponent'),
  /** Angle of the point with y = a and x = b, in radians from -pi to pi, in floats. Not for two bools. */
  atan2: binary('atan2'),

  /** a == b, as bool. uint64 and signed integers compare as the numbers that they are; so for all six comparisons. */
  eq: binary('eq'),
  /** a != b, as bool; true where one is NaN. */
  ne: binary('ne'),
  /** a < b, as bool. */
  lt: binary('lt'),
  /** a <= b, as bool. */
  le: binary('le'),
  /** a > b, as bool. */
  gt: binary('gt'),
  /** a >= b, as bool. */
  ge: binary('ge'),

  /** Bits of both. Integers and bool. */
  bitAnd: binary('bitAnd'),
  /** Bits of either. Integers and bool. */
  bitOr: binary('bitOr'),
  /** Bits of one of the two. Integers and bool. */
  bitXor: binary('bitXor'),
  /** All bits turned around, of a's dtype; for bool the other value. */
  bitNot: unary('bitNot'),
  /** a * 2^b of the promoted dtype: the count is taken modulo 32, or 64 for 64-bit dtypes. Integers and bool. */
  lshift: binary('lshift'),
  /** a / 2^b rounded down, of the promoted dtype; counts as for lshift. Integers and bool. */
  rshift: binary('rshift'),

  /** a and b, both bool. */
  land: binary('land'),
  /** a or b, both bool. */
  lor: binary('lor'),
  /** The other value of a bool. */
  lnot: unary('lnot'),

  /** value, but lo where it is below, then hi where that is above; all three promoted. NaN stays. Not for bools alone. */
  clamp: operation('clamp', 'value', 'lo', 'hi') as Clamp,
} as const
