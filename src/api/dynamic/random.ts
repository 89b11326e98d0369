// Random numbers by counter: an RNG is a key and the number of calls that have drawn from it, so what a call draws is
// settled when it is made, whenever it runs.

export class RNG {
  private readonly key: bigint
  private count: bigint

  constructor(seed: number | bigint = 0, count = 0n) {
    this.key = BigInt.asUintN(64, BigInt(seed))
    this.count = count
  }

  /** Key and counter of one call's draws, low words first. */
  draw(): Uint32Array {
    const words = new Uint32Array(4)
    words[0] = Number(this.key & 0xffffffffn)
    words[1] = Number(this.key >> 32n)
    words[2] = Number(this.count & 0xffffffffn)
    words[3] = Number(this.count >> 32n)
    this.count++
    return words
  }
}

let own: RNG | undefined
export function defaultRng(): RNG {
  own ??= new RNG(0)
  return own
}
