// The operations of `math`, in graphs and in imperative mode: their names, operands and docs; and scalar constants,
// with the dtypes that they are given.

import { shown } from '../errors/words.js'
import type { DType } from '../generated/abi.js'
import { argError } from '../graph/schema.js'

/** A scalar with a dtype. `math.constant()` makes it. */
export class MathConstant {
  constructor(
    readonly value: number | bigint | boolean,
    readonly dtype: DType,
  ) {}
}

/**
 * All operations. U is the type of those with one operand, B of those with two, C of clamp (a value and two bounds).
 */
export interface MathOperations<U, B, C> {
  /** -a, of a's dtype; unsigned values wrap around. Not for bool. */
  readonly neg: U
  /** Absolute value, of a's dtype; the lowest signed integer stays negative, as it wraps around. Not for bool. */
  readonly abs: U
  /** Absolute value in floats. */
  readonly fabs: U
  /** Square root in floats; NaN below 0. */
  readonly sqrt: U
  /** 1 / sqrt(a) in floats; infinity at 0. */
  readonly rsqrt: U
  /** Cube root in floats. */
  readonly cbrt: U
  /** e to the power of a, in floats. */
  readonly exp: U
  /** Natural logarithm in floats: -infinity at 0, NaN below. */
  readonly log: U
  /** Logarithm to base 2, in floats. */
  readonly log2: U
  /** Logarithm to base 10, in floats. */
  readonly log10: U
  /** The greatest whole number not above a, in floats. */
  readonly floor: U
  /** The smallest whole number not below a, in floats. */
  readonly ceil: U
  /** Sine of an angle in radians, in floats. */
  readonly sin: U
  /** Cosine of an angle in radians, in floats. */
  readonly cos: U
  /** Tangent of an angle in radians, in floats. */
  readonly tan: U
  /** Inverse sine in radians, in floats; NaN outside -1 to 1. */
  readonly asin: U
  /** Inverse cosine in radians, in floats; NaN outside -1 to 1. */
  readonly acos: U
  /** Inverse tangent in radians, in floats. */
  readonly atan: U
  /** Hyperbolic sine in floats. */
  readonly sinh: U
  /** Hyperbolic cosine in floats. */
  readonly cosh: U
  /** Hyperbolic tangent in floats. */
  readonly tanh: U
  /** Inverse hyperbolic sine in floats. */
  readonly asinh: U
  /** Inverse hyperbolic cosine in floats; NaN below 1. */
  readonly acosh: U
  /** Inverse hyperbolic tangent in floats; NaN outside -1 to 1. */
  readonly atanh: U

  /** a + b; integers wrap around. Not for two bools. */
  readonly add: B
  /** a - b; integers wrap around. Not for two bools. */
  readonly sub: B
  /** a * b; integers wrap around, two bools give bool. */
  readonly mul: B
  /** a / b, always in floats: integers are converted first. Not for two bools. */
  readonly div: B
  /**
   * DALI's `//`: for integers the quotient rounded towards zero (-7 by 2 is -3), for floats a / b. An integer divisor
   * of 0 throws INVALID_INPUT. Not for two bools.
   */
  readonly floorDiv: B
  /** Remainder of a / b, with the sign of a. An integer divisor of 0 throws INVALID_INPUT. Not for two bools. */
  readonly mod: B
  /** The smaller of a and b, of the promoted dtype; b if one is NaN. Not for two bools. */
  readonly min: B
  /** The greater of a and b, of the promoted dtype; b if one is NaN. Not for two bools. */
  readonly max: B
  /**
   * base to the power of exponent. Integers wrap around, and a negative integer exponent gives 0. Not for two bools.
   */
  readonly pow: B
  /** base to the power of exponent, always in floats. Not for two bools. */
  readonly fpow: B
  /** Angle of the point with y = a and x = b, in radians from -pi to pi, in floats. Not for two bools. */
  readonly atan2: B

  /** a == b, as bool. All six comparisons compare uint64 and signed integers by their true values. */
  readonly eq: B
  /** a != b, as bool; true if one is NaN. */
  readonly ne: B
  /** a < b, as bool. */
  readonly lt: B
  /** a <= b, as bool. */
  readonly le: B
  /** a > b, as bool. */
  readonly gt: B
  /** a >= b, as bool. */
  readonly ge: B

  /** Bitwise and, of the promoted dtype. For integers and bool only. */
  readonly bitAnd: B
  /** Bitwise or, of the promoted dtype. For integers and bool only. */
  readonly bitOr: B
  /** Bitwise exclusive or, of the promoted dtype. For integers and bool only. */
  readonly bitXor: B
  /** Bitwise complement, of a's dtype; for bool the negation. For integers and bool only. */
  readonly bitNot: U
  /**
   * a shifted left by b bits, of the promoted dtype; b is taken modulo 32, or 64 for 64-bit dtypes. Integers and bool.
   */
  readonly lshift: B
  /** a shifted right by b bits (a / 2^b rounded down), of the promoted dtype; b as for lshift. Integers and bool. */
  readonly rshift: B

  /** Logical and of two bools, as bool. */
  readonly land: B
  /** Logical or of two bools, as bool. */
  readonly lor: B
  /** Negation of a bool, as bool. */
  readonly lnot: U

  /**
   * min(max(value, lo), hi): lo if value is below it, hi if that is above hi. All three are promoted to one dtype. NaN
   * stays NaN. Not for three bools.
   */
  readonly clamp: C
}

/** The names of each operation's operands, for errors. */
const operands: Readonly<Record<keyof MathOperations<never, never, never>, readonly string[]>> = {
  neg: ['a'],
  abs: ['a'],
  fabs: ['a'],
  sqrt: ['a'],
  rsqrt: ['a'],
  cbrt: ['a'],
  exp: ['a'],
  log: ['a'],
  log2: ['a'],
  log10: ['a'],
  floor: ['a'],
  ceil: ['a'],
  sin: ['a'],
  cos: ['a'],
  tan: ['a'],
  asin: ['a'],
  acos: ['a'],
  atan: ['a'],
  sinh: ['a'],
  cosh: ['a'],
  tanh: ['a'],
  asinh: ['a'],
  acosh: ['a'],
  atanh: ['a'],
  add: ['a', 'b'],
  sub: ['a', 'b'],
  mul: ['a', 'b'],
  div: ['a', 'b'],
  floorDiv: ['a', 'b'],
  mod: ['a', 'b'],
  min: ['a', 'b'],
  max: ['a', 'b'],
  pow: ['base', 'exponent'],
  fpow: ['base', 'exponent'],
  atan2: ['a', 'b'],
  eq: ['a', 'b'],
  ne: ['a', 'b'],
  lt: ['a', 'b'],
  le: ['a', 'b'],
  gt: ['a', 'b'],
  ge: ['a', 'b'],
  bitAnd: ['a', 'b'],
  bitOr: ['a', 'b'],
  bitXor: ['a', 'b'],
  bitNot: ['a'],
  lshift: ['a', 'b'],
  rshift: ['a', 'b'],
  land: ['a', 'b'],
  lor: ['a', 'b'],
  lnot: ['a'],
  clamp: ['value', 'lo', 'hi'],
}

/** The object of all operations; `make` makes each of them. */
export function mathOperations<U, B, C>(
  make: (name: string, operands: readonly string[]) => unknown,
): MathOperations<U, B, C> {
  const made = Object.entries(operands).map(([name, names]) => [name, make(name, names)])
  return Object.fromEntries(made) as MathOperations<U, B, C>
}

export type At = { op: string; callSite: string }

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
export function bounds(dtype: DType): [bigint, bigint] | undefined {
  const [signed, unsigned] = [signedBits[dtype], unsignedBits[dtype]]
  if (signed !== undefined) return [-(1n << BigInt(signed)), (1n << BigInt(signed)) - 1n]
  return unsigned === undefined ? undefined : [0n, (1n << BigInt(unsigned)) - 1n]
}

const isWhole = (value: unknown) => typeof value === 'bigint' || Number.isInteger(value)

/** The text of a constant in the operator's argument `constants`: its dtype and its exact value. */
export function constantText(at: At, given: unknown, dtype: DType, what: string, hint?: string): string {
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

/** The text of a scalar operand in the operator's argument `constants`; undefined for any other operand. */
export function scalarText(at: At, operand: unknown, what: string): string | undefined {
  if (operand instanceof MathConstant) return constantText(at, operand.value, operand.dtype, what)
  if (typeof operand === 'boolean') return constantText(at, operand, 'bool', what)
  if (typeof operand !== 'number') return undefined
  const cure = `math.constant(${operand}, 'int64') or math.constant(${operand}, 'float32') says which dtype it has`
  return constantText(at, operand, Number.isInteger(operand) ? 'int32' : 'float32', what, cure)
}

export function checkOperands(at: At, names: readonly string[], given: readonly unknown[]): void {
  if (given.length === names.length) return
  const plural = names.length === 1 ? '' : 's'
  throw argError(at, `Expected ${names.length} operand${plural} (${names.join(', ')}) but received ${given.length}`)
}

/** Throws INVALID_ARGUMENT unless `dtype` is the name of a dtype that constants may have. */
export function checkConstantDtype(at: At, dtype: unknown): void {
  if (constantDtypes.includes(dtype as DType)) return
  const known = constantDtypes.map((name) => `'${name}'`).join(', ')
  throw argError(at, `Expected one of ${known} for dtype but received ${shown(dtype)}`)
}
