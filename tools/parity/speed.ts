// Times one call of an operator beside DALI's: both on two threads, in turns, with their data in memory.
import * as nd from 'penstock-data/dynamic'
import { median } from '../../bench/contest.js'
import type { Case } from './cases.js'
import type { Dali } from './dali.js'
import { prepared, rate } from './penstock.js'

export const threads = 2
export const rounds = 7
const seconds = 0.4

export interface Speed {
  /** penstock's calls a second by DALI's, of each round. */
  ratios: number[]
  /** penstock's calls a second. */
  perSecond: number
  /** Which of DALI's ways is compared with: the faster one. */
  way: string
  /** The data, in words. */
  data: string
}

/** The inputs of a case in words: 32 x uint8 [480, 640, 3]. */
function dataText(c: Case): string {
  const inputs = c.inputs.map(({ dtype, samples }) => `${samples.length} x ${dtype} [${samples[0]!.shape.join(', ')}]`)
  return inputs.join(' and ') || `${c.batchSize} samples`
}

export async function speed(op: string, c: Case, dali: Dali): Promise<Speed> {
  const name = c.op ?? op
  nd.setNumThreads(threads)
  const way = await dali.prepare(name, c, threads)
  const { run, dispose } = prepared(name, c)
  await rate(run, seconds)
  const [ratios, own]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const ours = async () => own.push(await rate(run, seconds))
    if (round % 2) await ours()
    const theirs = await dali.rate(seconds)
    if (round % 2 === 0) await ours()
    ratios.push(own.at(-1)! / theirs)
  }
  dispose()
  return { ratios, perSecond: median(own), way, data: dataText(c) }
}
