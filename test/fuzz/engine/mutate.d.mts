// Types of the file beside it.
import type { Random } from './random.mjs'

export function mutated(r: Random, value: unknown, times: number, words?: readonly string[]): unknown
