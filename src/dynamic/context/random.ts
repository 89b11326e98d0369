// Random numbers by counter: an RNG is a key and the number of calls that have drawn from it, so what a call draws is
// settled when it is made, whenever it runs. And the generator that this thread's calls draw from unless told otherwise.

import { randomFillSync } from 'node:crypto'
import { errorFrom } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import type { PipelineError } from '../../errors.js'
import { philox4x32 } from '../../readers/philox.js'

/** No sample of a batch has this number: what next() returns is no operator's draw. */
const noSample = 0xffffffff

const high = (value: bigint): number => Number((value >> 32n) & 0xffffffffn)
const low = (value: bigint): number => Number(value & 0xffffffffn)
const joined = (hi: number, lo: number): bigint => (BigInt(hi) << 32n) | BigInt(lo)

function fault(expected: string, name: string, value: unknown, hint?: string): PipelineError {
  return errorFrom({
    ...{ code: 'INVALID_ARGUMENT', op: 'random' },
    message: `Expected ${expected} for ${name} but received ${shown(value)}`,
    hint,
  })
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
 * A generator of random numbers for `rng:` of random operators. Its state is a 64-bit key, the seed, and the 64-bit number of
 * calls that have drawn from it. A call takes its place in the sequence when it is made, so its draws depend neither on the
 * evaluation mode nor on threads, nor on how much other calls draw; of a batch, sample i draws the same whatever the batch
 * size.
 */
export class RNG {
  private k0 = 0
  private k1 = 0
  private c0 = 0
  private c1 = 0

  /**
   * `seed`: a number or a bigint, of which the low 64 bits count; default: from the system's random numbers. Or the state of
   * another RNG. Generators of different seeds are unrelated: seed + rank gives each rank a stream of its own.
   * Throws INVALID_ARGUMENT.
   */
  constructor(seed?: number | bigint | { readonly state: string } | null) {
    if (typeof seed === 'object' && seed !== null) this.setState(seed.state)
    else if (seed === undefined || seed === null) this.seed = randomSeed()
    else this.seed = seed
  }

  /** Begins the sequence of this seed. Write-only: `state` has it. */
  set seed(seed: number | bigint) {
    const key = bits64(seed, 'seed')
    this.k0 = low(key)
    this.k1 = high(key)
    this.c0 = this.c1 = 0
  }

  /** Key and counter of one call's draws, low words first. */
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

  /** Skips what `n` calls would draw. Throws INVALID_ARGUMENT for anything but an integer >= 0. */
  advance(n: number | bigint): void {
    if (n < 0) throw fault('an integer >= 0', 'n', n)
    const count = BigInt.asUintN(64, joined(this.c1, this.c0) + bits64(n, 'n'))
    this.c0 = low(count)
    this.c1 = high(count)
  }

  /** Another generator that goes on as this one does. */
  clone(): RNG {
    return new RNG({ state: this.state })
  }

  /** Seed and position as a text: `rng.state = text` and `new RNG({ state: text })` go on from there. */
  get state(): string {
    return `rng:${hex(this.k1)}${hex(this.k0)}:${hex(this.c1)}${hex(this.c0)}`
  }

  set state(state: string) {
    this.setState(state)
  }

  /** As `state`: readers and generators are saved alike. */
  getState(): string {
    return this.state
  }

  /** Throws INVALID_ARGUMENT for what is no state. */
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
 * The generator of this thread's calls without `rng:`. Until setSeed() it starts from a random seed of its own. Every worker
 * thread has another.
 */
export function getDefaultRng(): RNG {
  own ??= new RNG()
  return own
}

/**
 * Seeds this thread's default generator, and no other thread's: its draws are then those of `new RNG(seed)`, in the order of
 * this thread's calls, whichever thread that is. Workers that shall draw different numbers give seed + rank. Throws
 * INVALID_ARGUMENT.
 */
export function setSeed(seed: number | bigint): void {
  getDefaultRng().seed = seed
}

export const defaultRng: () => RNG = getDefaultRng
