// Models a pipeline: the answer to each call, as far as the earlier calls determine it. A call that is not awaited
// makes some answers uncertain; the model then gives all possible answers.
import { batchSize, follows, type Shape } from './api-kinds.js'
import type { Executor } from './resources.js'

export const actions = {
  run: ['run', 'run', 'run', 'runSync'],
  schedule: ['scheduleRun', 'scheduleRun', 'share', 'share', 'outputs', 'release'],
  iterate: ['loop'],
  drive: ['drive'],
  any: ['build', 'feed', 'feed', 'reset', 'look', 'trim', 'dispose', 'read', 'read', 'copy', 'as', 'rest', 'settle'],
  end: ['close'],
} as const
export type Style = 'run' | 'schedule' | 'iterate' | 'drive'
export type Action = (typeof actions)[keyof typeof actions][number]

export interface Call {
  do: Action
  n: number
  /** Whether the call is not awaited, so that the next calls are made while it is in progress. */
  loose: boolean
  signal: 'none' | 'before' | 'later'
  feed: 'none' | 'right' | 'wrong' | 'unknown'
}

export const OK = 'OK'
/** Error codes that may end a call while other calls are in progress. */
const ordinary = [
  ...[OK, 'API_MIXED', 'QUEUE_FULL', 'NOTHING_SHARED', 'NOTHING_SCHEDULED', 'PIPELINE_CLOSED', 'INPUT_UNKNOWN'],
  ...['INPUT_MISSING', 'INVALID_INPUT', 'END_OF_DATA', 'ABORTED', 'UNSUPPORTED'],
]
/** The style of a call, whose mixture with another style throws at once, even while other calls are in progress. */
const styleOf = (action: Action) =>
  (Object.entries(actions) as [Style, readonly string[]][]).find(([, list]) => list.includes(action))![0]

export class Model {
  style: Style | undefined
  closed = false
  built: 'no' | 'yes' | 'perhaps' = 'no'
  /** A call was aborted before there was a batch: the build that it began may go on. */
  mayBuild = false
  /** There was a batch. */
  begun = false
  /** reset() was called. */
  wasReset = false
  /** Runs that are scheduled and not yet shared; being shared; shared and not yet released. */
  scheduled = 0
  sharing = 0
  shared = 0
  /** Batches that were fed and are not delivered yet, oldest first. */
  queue: number[][] = []
  /** The number of these that belong to runs that were aborted: a run with data of its own drops them. */
  left = 0
  /** Whether order and inputs are unknown, because reset() was called while other calls were in progress. */
  confused = false
  private next: number | 'first' | 'any' = 'first'
  ended = false
  /** Whether the graph has failed; later calls then report that it is closed. */
  failed = false
  readonly depth: number
  private fed = 0

  constructor(
    private readonly shape: Shape,
    executor: Executor,
    private readonly files: number,
  ) {
    this.depth = executor === 'simple' ? 1 : (shape.options.prefetchQueueDepth as number)
  }

  /** The codes with which the call may end; OK where it may succeed. `clear`: no other call is in progress. */
  expected(call: Call, clear: boolean): string[] {
    const codes = this.answers(call, clear)
    return this.failed ? [...codes, 'PIPELINE_CLOSED'] : codes
  }

  private answers(call: Call, clear: boolean): string[] {
    const { kind } = this.shape
    switch (call.do) {
      case 'close':
      case 'dispose':
      case 'rest':
      case 'settle':
      case 'read':
      case 'copy':
      case 'as':
        return [OK]
      case 'look':
        return this.built === 'yes' ? [OK] : [OK, 'INVALID_ARGUMENT', 'PIPELINE_CLOSED']
    }
    // An iterator has fetched its next batch already.
    if (this.closed) return ['PIPELINE_CLOSED', ...(call.do === 'drive' ? [OK, 'ABORTED'] : [])]
    const closes = clear && !call.loose ? [] : ['PIPELINE_CLOSED']
    if (call.do === 'feed') return [this.feedError(call) ?? (kind === 'fed' ? OK : 'INPUT_UNKNOWN')]
    if (call.do === 'reset') return [OK]
    if (call.do === 'trim') return [OK, ...closes]
    const late = call.signal === 'later' ? ['ABORTED'] : []
    if (call.do === 'build') return call.signal === 'before' ? ['ABORTED'] : [OK, ...late, ...closes]
    const style = styleOf(call.do)
    if (this.style && this.style !== style)
      return ['API_MIXED', ...(call.do === 'drive' && call.signal !== 'none' ? ['ABORTED'] : [])]
    // The answers to these two calls are certain even while other calls are in progress.
    if (call.do === 'scheduleRun') {
      if (this.scheduled + this.sharing + this.shared >= this.depth) return ['QUEUE_FULL']
      const missing = kind === 'fed' && this.queue.length + this.fresh(call) <= this.scheduled + this.sharing
      if (this.confused && !this.feedError(call)) return [OK, 'INPUT_MISSING']
      return [this.feedError(call) ?? (missing ? 'INPUT_MISSING' : OK)]
    }
    if (call.do === 'release') return [this.shared ? OK : 'NOTHING_SHARED']
    if ((call.do === 'share' || call.do === 'outputs') && !this.scheduled) return ['NOTHING_SCHEDULED']
    if (!clear || this.confused) return ordinary
    return [...this.waiting(call), ...late, ...(call.loose ? ['PIPELINE_CLOSED'] : [])]
  }

  /** The codes with which a call that waits for a batch may end. */
  private waiting(call: Call): string[] {
    const { kind } = this.shape
    const ends = kind === 'ending' ? ['END_OF_DATA'] : []
    const now = call.signal === 'before' ? ['ABORTED'] : undefined
    const missing = kind === 'fed' && this.queue.length + this.fresh(call) === 0
    switch (call.do) {
      case 'runSync':
      case 'run': {
        const wrong = this.feedError(call)
        if (wrong) return [wrong]
        if (call.do === 'run' && now) return now
        if (this.ended) return ends
        if (missing) return ['INPUT_MISSING']
        // A thread that blocks cannot wait for an asynchronous source.
        if (call.do === 'run') return [OK, ...ends]
        return [
          OK,
          ...ends,
          ...(kind === 'late' ? ['UNSUPPORTED'] : []),
          ...(this.mayBuild && !this.begun ? ['API_MIXED'] : []),
        ]
      }
      case 'share':
      case 'outputs':
        return now ?? (this.ended ? ends : [OK, ...ends])
      case 'loop':
        // Fed data has no end: a call fails when no data was fed.
        return now ?? [OK, ...(kind === 'fed' ? ['INPUT_MISSING'] : [])]
      default:
        return [...(now ?? []), OK, ...ends, ...(kind === 'fed' ? ['INPUT_MISSING'] : [])]
    }
  }

  /** Whether the call may bring data. */
  feeds({ do: action }: Pick<Call, 'do'>): boolean {
    return ['run', 'runSync', 'scheduleRun', 'feed'].includes(action)
  }

  /** The error code with which feeding such data must be refused. */
  feedError({ feed, do: action }: Call): string | undefined {
    if (!this.feeds({ do: action })) return undefined
    if (feed === 'unknown') return 'INPUT_UNKNOWN'
    return this.shape.kind === 'fed' && feed === 'wrong' ? 'INVALID_INPUT' : undefined
  }

  /** The number of batches that the call feeds. */
  fresh({ feed, do: action }: Call): number {
    return this.feeds({ do: action }) && this.shape.kind === 'fed' && feed === 'right' ? 1 : 0
  }

  /** Makes the data for the call: batches of one to four samples with consecutive numbers. */
  feed(call: Call): Record<string, number[]> | undefined {
    if (call.feed === 'unknown') return { unknown: [1] }
    if (this.shape.kind !== 'fed' || call.feed === 'none') return undefined
    if (call.feed === 'wrong') return { x: Array.from({ length: batchSize + 1 }, () => 0) }
    const rows = Array.from({ length: 1 + (call.n % batchSize) }, (_, k) => this.fed * batchSize + k)
    this.fed++
    this.queue.push(rows)
    return { x: rows }
  }

  /** A run gets its batch; `own`: it has brought the data. */
  takeTurn(own: boolean): void {
    if (own) this.queue.splice(0, this.left)
    this.left = own ? 0 : Math.max(0, this.left - 1)
  }

  /** Notes a delivered batch of a pipeline without ends of epochs; returns what is wrong with it. */
  deliver(samples: number[]): string | undefined {
    const { kind } = this.shape
    if (this.confused) return undefined
    if (kind === 'fed') {
      const wanted = this.queue.shift()
      return String(wanted) === String(samples) ? undefined : `${samples} came and not ${wanted}`
    }
    if (samples.length !== batchSize) return `a batch of ${samples.length}`
    let last = this.next
    for (const sample of samples) {
      if (last !== 'any' && !follows(kind, last === 'first' ? undefined : last, sample, this.files)) {
        return `${sample} came after ${last}`
      }
      last = sample
    }
    this.next = last
    return undefined
  }

  reset(clear: boolean): void {
    this.wasReset = true
    this.queue = []
    this.left = 0
    this.scheduled = 0
    this.next = 'first'
    this.ended = false
    this.confused ||= !clear
  }
}
