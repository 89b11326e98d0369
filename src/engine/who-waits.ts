// Describes which stage waits for which, and for how long: the watchdog's report of a pipeline that stands still.
// Pure.
import type { StageCounters } from '../actors/stats.js'
import { longestOf, time } from '../actors/stuck.js'
import type { RunningSample } from '../native.js'

export interface WaitsInput {
  stages: readonly { name: string; kind: string }[]
  actors: readonly {
    stage: number
    counters: Pick<StageCounters, 'elapsed' | 'waiting' | 'batches'>
    /** The samples that its threads work on. */
    running?: readonly RunningSample[]
  }[]
  /** `full`: batches that wait in the mailbox now. */
  mailboxes: readonly { from: number; to: number; capacity: number; full: number }[]
}

const list = (names: readonly string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? 'nobody')

/** Returns one line per actor, upstream first, and then one line per mailbox. */
export function whoWaits({ stages, actors, mailboxes }: WaitsInput): string[] {
  const lines = actors.map(({ stage, counters, running = [] }, i) => {
    const siblings = actors.filter((a) => a.stage === stage)
    const nth = siblings.length > 1 ? ` ${1 + actors.slice(0, i).filter((a) => a.stage === stage).length}` : ''
    return `${stages[stage]!.name}${nth}: ${state(stage, counters, running)}, after ${counters.batches} ${counters.batches === 1 ? 'batch' : 'batches'}`
  })
  return [...lines, ...mailboxes.map((m) => `mailbox ${edge(m)}: ${m.full} of ${m.capacity} full`)]

  function edge(m: WaitsInput['mailboxes'][number]): string {
    return `${stages[m.from]!.name} > ${stages[m.to]!.name}`
  }

  function state(
    stage: number,
    { elapsed, waiting }: WaitsInput['actors'][number]['counters'],
    running: readonly RunningSample[],
  ): string {
    if (waiting) {
      const what = { starved: inputs, blocked: room, memory: () => 'memory within the budget' }[waiting.kind](stage)
      return `waits ${time(waiting.seconds)} for ${what}`
    }
    const longest = longestOf(running)
    if (longest) return `works on ${longest}`
    return elapsed > 0 ? 'works' : 'has not started'
  }

  /** Names the stages that fill the empty mailboxes, or all input stages if no mailbox is empty. */
  function inputs(stage: number): string {
    if (stages[stage]!.kind === 'source') return 'its own data'
    const from = mailboxes.filter((m) => m.to === stage)
    const empty = from.filter((m) => m.full === 0)
    return `input from ${list((empty.length ? empty : from).map((m) => stages[m.from]!.name))}`
  }

  /**
   * Names the stages whose mailboxes are full, or all consumers if none is: a slot is also in use while its reader
   * holds it.
   */
  function room(stage: number): string {
    const to = mailboxes.filter((m) => m.from === stage)
    const full = to.filter((m) => m.full >= m.capacity)
    return `room from ${list((full.length ? full : to).map((m) => stages[m.to]!.name))}`
  }
}
