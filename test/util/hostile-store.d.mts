// The types of hostile-store.mjs.
export interface Answer {
  /** One of `kinds`. */
  kind: string
  /** The share of the body that is sent, of 100: what follows is cut off. */
  sent: number
  /** How it is cut: by a reset, or by an orderly end. */
  reset: boolean
  /** A number that the answer may use. */
  number: number
}

/** What names the version of an object. */
export type Naming = 'etag' | 'weak' | 'time' | 'none'

export interface HostileObject {
  script: readonly Answer[]
  naming: Naming
  versions: readonly Buffer[]
}

export const kinds: readonly string[]

export class HostileStore {
  static open(): Promise<HostileStore>
  readonly url: string
  readonly requests: number
  close(): void
  play(objects: Readonly<Record<string, HostileObject>>): void
}
