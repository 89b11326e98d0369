// The types of contest.mjs.
export interface Entry {
  name: string
  command: string[]
  /** Its working folder. Default: bench. */
  cwd?: string
}

export interface Result {
  imagesPerSecond: number
  peakRssBytes: number
  [extra: string]: unknown
}

export interface Contest {
  rounds: number
  seconds: number
  /** Results by contender, one of each round; a contender that could not start has none. */
  results: Record<string, Result[]>
  /** Why contenders were left out, by name. */
  failed: Record<string, string>
}

export declare const benchDir: string
/** `until`: performance.now() at which no further round begins. */
export declare function contest(entries: Entry[], rounds: number, seconds: number, until?: number): Promise<Contest>
export declare function median(values: number[]): number
export declare function rates(results?: Result[]): number[]
export declare function ratios(a?: Result[], b?: Result[]): number[]
export declare function spread(values: number[], digits?: number): string
export declare function rivals(job: string, flags: string[]): Entry[]
