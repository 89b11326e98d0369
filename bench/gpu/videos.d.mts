// The types of videos.mjs.
import type { Result } from '../contest.mjs'

export function noGpu(): string | undefined
export function videosOnGpu(options: {
  data: string
  bare: string
  rounds: string
  seconds: string
  threads: string
  batch: string
}): Promise<Record<string, Result[]>>
