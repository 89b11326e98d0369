// Counter-based random numbers: an RNG is a key and the number of calls that have drawn from it. So the draws of a call
// are settled when the call is made, whenever it runs. This file also has the default generator of the thread.

import { randomFillSync } from 'node:crypto'
import { philox4x32 } from '../../data/philox.js'
import { invalidArgument } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import type { PipelineError } from '../../errors.js'

/** The sample number that next() draws with. No sample of a batch has it, so next() repeats no operator's draw. */
const noSample = 0xffffffff

const high = (value: bigint): number => Number((value >> 32n) & 0xffffffffn)
const low = (value: bigint): number => Number(value & 0xffffffffn)
const joined = (hi: number, lo: number): bigint => (BigInt(hi) << 32n) | BigInt(lo)

function fault(expected: string, name: string, value: unknown, hint?: string): PipelineError {
  return invalidArgument(`Expected ${expected} for ${name} but received ${shown(value)}`, { op: 'random', hint })
}

/** The state of an RNG that is given in place of a seed. */
function stateOf(seed: object): string {
  const { state } = seed as { state?: unknown }
  if (typeof state === 'string') return state
  const hint = 'seed' in seed ? 'Give the number itself: new RNG(1)' : undefined
  throw fault('an integer, or an object with the state of an RNG,', 'seed', seed, hint)
}

/** The low 64 bits of an integer. */
function bits64(value: unknown, name: string): bigint {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return BigInt.asUintN(64, BigInt(value as number))
  const large = typeof value === 'number' && Number.isInteger(value)
  throw fault('an integer', name, value, large ? 'Give integers beyond 2 ** 53 as a bigint' : undefined)
}

const stateForm = /^rng:([0-9a-f]{16}):([0-9a-f]{16})$/
const hex = (value: number) => value.toString(16).padStart(8, '0')

/**
 * A random number generator for the option `rng` of random operators. Its state is a 64-bit key (the seed) and a 64-bit
 * counter of the calls that have drawn from it. A call takes its place in the sequence when it is made, so its draws do
 * not depend on the evaluation mode, on threads, or on how much other calls draw. Sample i of a batch draws the same
 * for every batch size.
 */
export class RNG {
  private k0 = 0
  private k1 = 0
  private c0 = 0
  private c1 = 0

  /**
   * `seed`: an integer as a number or a bigint, of which the low 64 bits count (default: a random one from the system),
   * or an object with the state of another RNG, such as that RNG itself. Generators of different seeds are independent:
   * `seed + rank` gives each rank numbers of its own. Throws INVALID_ARGUMENT.
   */
  constructor(seed?: number | bigint | { readonly state: string } | null) {
    if (typeof seed === 'object' && seed !== null) this.setState(stateOf(seed))
    else if (seed === undefined || seed === null) this.seed = randomSeed()
    else this.seed = seed
  }

  /**
   * Starts the sequence of this seed from its beginning. It cannot be read; `state` contains it. Throws
   * INVALID_ARGUMENT.
   */
  set seed(seed: number | bigint) {
    const key = bits64(seed, 'seed')
    this.k0 = low(key)
    this.k1 = high(key)
    this.c0 = this.c1 = 0
  }

  /** Key and counter of the next call's draws as four 32-bit words, low words first. Counts as one call. */
  draw(): Uint32Array {
    const words = new Uint32Array(4)
    words[0] = this.k0
    words[1] = this.k1
    words[2] = this.c0
    words[3] = this.c1
    this.c0 = (this.c0 + 1) >>> 0
    if (this.c0 === 0) this.c1 = (this.c1 + 1) >>> 0
    return words
  }

  /** A random integer from 0 to 2 ** 32 - 1. Counts as one call. */
  next(): number {
    const [k0, k1, c0, c1] = this.draw() as unknown as [number, number, number, number]
    const words = new Uint32Array(4)
    philox4x32(words, k0, k1, 0, noSample, c0, c1)
    return words[0]!
  }

  /** Skips the draws of `n` calls. Throws INVALID_ARGUMENT unless n is an integer >= 0. */
  advance(n: number | bigint): void {
    if (n < 0) throw fault('an integer >= 0', 'n', n)
    const count = BigInt.asUintN(64, joined(this.c1, this.c0) + bits64(n, 'n'))
    this.c0 = low(count)
    this.c1 = high(count)
  }

  /** A new generator with the same state. */
  clone(): RNG {
    return new RNG({ state: this.state })
  }

  /** Seed and counter as a text. `rng.state = text` and `new RNG({ state: text })` continue from there. */
  get state(): string {
    return `rng:${hex(this.k1)}${hex(this.k0)}:${hex(this.c1)}${hex(this.c0)}`
  }

  set state(state: string) {
    this.setState(state)
  }

  /** The `state`, as a method, so that a Checkpoint can save readers and generators alike. */
  getState(): string {
    return this.state
  }

  /** Sets the `state`. Throws INVALID_ARGUMENT for a text that is no state. */
  setState(state: string): void {
    const found = typeof state === 'string' ? stateForm.exec(state) : null
    if (!found) throw fault('what getState() has returned', 'state', state)
    const [key, count] = [BigInt(`0x${found[1]}`), BigInt(`0x${found[2]}`)]
    this.k0 = low(key)
    this.k1 = high(key)
    this.c0 = low(count)
    this.c1 = high(count)
  }

  toString(): string {
    return `RNG(state='${this.state}')`
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.toString()
  }
}

const randomSeed = (): bigint => randomFillSync(new BigUint64Array(1))[0]!

let own: RNG | undefined

/**
 * The generator that calls of this thread without `rng` draw from. It starts from a random seed unless setSeed() is
 * called. Every worker thread has its own.
 */
export function getDefaultRng(): RNG {
  own ??= new RNG()
  return own
}

/**
 * Seeds the default generator of this thread only: from then on it draws what `new RNG(seed)` draws, in the order of
 * this thread's calls. Workers with equal seeds draw equal numbers; give each its own, such as `seed + rank`. `seed` is
 * an integer as a number or a bigint, of which the low 64 bits count. Throws INVALID_ARGUMENT.
 */
export function setSeed(seed: number | bigint): void {
  getDefaultRng().seed = seed
}

export const defaultRng: () => RNG = getDefaultRng
