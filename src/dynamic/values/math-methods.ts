// Arithmetic as methods: what Tensor and Batch both begin with. The table of operations comes later, as it needs both.
import type { NestedNumbers, TypedArray } from '../../data/types.js'
import type { MathConstant } from '../../definition/math-table.js'
import type { Batch } from './batch.js'
import type { Tensor } from './tensor.js'

/**
 * An operand of imperative arithmetic: a value; a scalar (`true` and `false` count as bool, a whole number as int32, any
 * other number as float32, `math.constant` gives another dtype); or numbers that become a Tensor.
 */
export type Operand = Tensor | Batch | MathConstant | number | boolean | TypedArray | NestedNumbers

/** With a Batch among the operands a Batch, else a Tensor. */
export type Result<A> = [Extract<A, Batch>] extends [never] ? Tensor : Batch

type Apply = (operation: string, given: readonly unknown[], entry: (...args: never[]) => unknown) => Tensor | Batch

let apply: Apply

/** Set by math.ts. */
export function setArithmetic(given: Apply): void {
  apply = given
}

/**
 * Element-wise arithmetic as methods, with DALI's promotion and broadcasting: see `math`. Results are lazy. `Self`: the class.
 */
export abstract class Arithmetic<Self> {
  /** this + b; integers wrap around. */
  add<B extends Operand>(b: B): Result<Self | B> {
    return apply('add', [this, b], this.add) as Result<Self | B>
  }
  /** this - b; integers wrap around. */
  sub<B extends Operand>(b: B): Result<Self | B> {
    return apply('sub', [this, b], this.sub) as Result<Self | B>
  }
  /** this * b; integers wrap around. */
  mul<B extends Operand>(b: B): Result<Self | B> {
    return apply('mul', [this, b], this.mul) as Result<Self | B>
  }
  /** this / b, always in floats. */
  div<B extends Operand>(b: B): Result<Self | B> {
    return apply('div', [this, b], this.div) as Result<Self | B>
  }
  /** The quotient without its fraction for integers, this / b for floats. */
  floorDiv<B extends Operand>(b: B): Result<Self | B> {
    return apply('floorDiv', [this, b], this.floorDiv) as Result<Self | B>
  }
  /** Remainder of this / b, with the sign of this. */
  mod<B extends Operand>(b: B): Result<Self | B> {
    return apply('mod', [this, b], this.mod) as Result<Self | B>
  }
  /** this to the power of exponent. */
  pow<B extends Operand>(exponent: B): Result<Self | B> {
    return apply('pow', [this, exponent], this.pow) as Result<Self | B>
  }
  /** -this. */
  neg(): Self {
    return apply('neg', [this], this.neg) as Self
  }
  /** Absolute value. */
  abs(): Self {
    return apply('abs', [this], this.abs) as Self
  }
  /** this == b, as bool. */
  eq<B extends Operand>(b: B): Result<Self | B> {
    return apply('eq', [this, b], this.eq) as Result<Self | B>
  }
  /** this != b, as bool. */
  ne<B extends Operand>(b: B): Result<Self | B> {
    return apply('ne', [this, b], this.ne) as Result<Self | B>
  }
  /** this < b, as bool. */
  lt<B extends Operand>(b: B): Result<Self | B> {
    return apply('lt', [this, b], this.lt) as Result<Self | B>
  }
  /** this <= b, as bool. */
  le<B extends Operand>(b: B): Result<Self | B> {
    return apply('le', [this, b], this.le) as Result<Self | B>
  }
  /** this > b, as bool. */
  gt<B extends Operand>(b: B): Result<Self | B> {
    return apply('gt', [this, b], this.gt) as Result<Self | B>
  }
  /** this >= b, as bool. */
  ge<B extends Operand>(b: B): Result<Self | B> {
    return apply('ge', [this, b], this.ge) as Result<Self | B>
  }
  /** Bits of both. */
  bitAnd<B extends Operand>(b: B): Result<Self | B> {
    return apply('bitAnd', [this, b], this.bitAnd) as Result<Self | B>
  }
  /** Bits of either. */
  bitOr<B extends Operand>(b: B): Result<Self | B> {
    return apply('bitOr', [this, b], this.bitOr) as Result<Self | B>
  }
  /** Bits of one of the two. */
  bitXor<B extends Operand>(b: B): Result<Self | B> {
    return apply('bitXor', [this, b], this.bitXor) as Result<Self | B>
  }
  /** All bits turned around. */
  bitNot(): Self {
    return apply('bitNot', [this], this.bitNot) as Self
  }
  /** this * 2^b. */
  lshift<B extends Operand>(b: B): Result<Self | B> {
    return apply('lshift', [this, b], this.lshift) as Result<Self | B>
  }
  /** this / 2^b rounded down. */
  rshift<B extends Operand>(b: B): Result<Self | B> {
    return apply('rshift', [this, b], this.rshift) as Result<Self | B>
  }
  /** this and b, both bool. */
  land<B extends Operand>(b: B): Result<Self | B> {
    return apply('land', [this, b], this.land) as Result<Self | B>
  }
  /** this or b, both bool. */
  lor<B extends Operand>(b: B): Result<Self | B> {
    return apply('lor', [this, b], this.lor) as Result<Self | B>
  }
  /** The other value of a bool. */
  lnot(): Self {
    return apply('lnot', [this], this.lnot) as Self
  }
  /** The smaller one of this and b. */
  min<B extends Operand>(b: B): Result<Self | B> {
    return apply('min', [this, b], this.min) as Result<Self | B>
  }
  /** The greater one of this and b. */
  max<B extends Operand>(b: B): Result<Self | B> {
    return apply('max', [this, b], this.max) as Result<Self | B>
  }
  /** this, but lo where it is below, then hi where that is above. */
  clamp<L extends Operand, H extends Operand>(lo: L, hi: H): Result<Self | L | H> {
    return apply('clamp', [this, lo, hi], this.clamp) as Result<Self | L | H>
  }
}
