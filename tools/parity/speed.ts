// Times one call of an operator beside DALI's: both on two threads, in turns, with their data in memory.
import * as nd from 'penstock-data/dynamic'
import { median } from '../../bench/contest.mjs'
import type { Case } from './cases.js'
import type { Dali } from './dali.js'
import { type Loop, loops, type Rate, rate } from './penstock.js'

export const threads = 2
export const rounds = 7
const seconds = 0.4

export interface Speed {
  /** penstock's calls a second by DALI's, of each round. */
  ratios: number[]
  /** DALI's CPU time of a call by penstock's, of each round: it says more than `ratios` beside other processes. */
  cpuRatios: number[]
  /** penstock's calls a second. */
  perSecond: number
  /** Which of DALI's ways, and of penstock's, are compared: the faster ones. */
  way: string
  ownWay: string
  /** The data, in words. */
  data: string
}

/** The inputs of a case in words: 32 x uint8 [480, 640, 3]. */
function dataText(c: Case): string {
  const inputs = c.inputs.map(({ dtype, samples }) => `${samples.length} x ${dtype} [${samples[0]!.shape.join(', ')}]`)
  return inputs.join(' and ') || `${c.batchSize} samples`
}

/** The faster of penstock's ways, warmed up. */
async function fastest(op: string, c: Case): Promise<{ ownWay: string; loop: Loop; end(): Promise<void> }> {
  const ways = Object.entries(loops(op, c, threads))
  const rates = ways.map(() => 0)
  // In turns, the better one of two, because another process may disturb one of them.
  for (let turn = 0; turn < 2; turn++) {
    for (const [i, [, loop]] of ways.entries()) {
      await loop.run()
      rates[i] = Math.max(rates[i]!, (await rate(loop, seconds / 2)).perSecond)
    }
  }
  const best = rates.indexOf(Math.max(...rates))
  for (const [i, [, loop]] of ways.entries()) if (i !== best) await loop.end()
  const [ownWay, loop] = ways[best]!
  return { ownWay, loop, end: () => loop.end() }
}

export async function speed(op: string, c: Case, dali: Dali): Promise<Speed> {
  const name = c.op ?? op
  nd.setNumThreads(threads)
  const way = await dali.prepare(name, c, threads)
  const { ownWay, loop, end } = await fastest(name, c)
  const [ratios, cpuRatios, own]: [number[], number[], Rate[]] = [[], [], []]
  for (let round = 0; round < rounds; round++) {
    const ours = async () => own.push(await rate(loop, seconds))
    if (round % 2) await ours()
    const theirs = await dali.rate(seconds)
    if (round % 2 === 0) await ours()
    ratios.push(own.at(-1)!.perSecond / theirs.perSecond)
    cpuRatios.push(theirs.cpuSeconds / own.at(-1)!.cpuSeconds)
  }
  await end()
  return { ratios, cpuRatios, perSecond: median(own.map((one) => one.perSecond)), way, ownWay, data: dataText(c) }
}
