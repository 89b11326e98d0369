// Types of the file beside it.
export class Random {
  constructor(seed: number, n?: number)
  wild: boolean
  bits(): number
  below(n: number): number
  oneIn(n: number): boolean
  pick<T>(list: readonly T[]): T
  many<T>(length: number, draw: () => T): T[]
}
