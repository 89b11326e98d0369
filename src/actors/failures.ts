// Decides which failure the consumer gets. An actor that fails sends its error after the batches that it has made; an
// actor whose thread ends cannot. A failure that was sent takes precedence over the end of a thread, whichever the
// supervisor noticed first. So the result depends on what the actors did, and not on the order in which messages
// arrive.
import type { PipelineError, PipelineErrorInfo } from '../errors.js'
import type { ErrorCode } from '../generated/abi.js'
import type { ActorSlot, Wiring } from './wiring.js'

/** Codes of errors in the data of one batch, which leave the pipeline as it was. */
const ofData: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'INVALID_INPUT',
  'INVALID_ARGUMENT',
  'UNSUPPORTED',
  'BAD_SAMPLE',
  'FILE_NOT_FOUND',
  'FILE_UNREADABLE',
  'BUDGET_EXCEEDED',
  'OUT_OF_MEMORY',
  'USER_FUNCTION',
])

/**
 * Whether a failure is that of one batch's data. In a pipeline with a fed input the next batch is made then: its data may be
 * another caller's.
 */
export const isOfBatch = ({ code }: Pick<PipelineErrorInfo, 'code'>): boolean => ofData.has(code)

/** An actor that failed or died. */
interface End {
  actorSlot: ActorSlot
  error: PipelineError
  /** True if its thread ended, so that it sends nothing any more. */
  dead: boolean
}

export class Failures {
  private readonly ends: End[] = []

  constructor(
    private readonly wiring: Wiring,
    /** The plan's edges: stage indices. */
    private readonly edges: readonly { from: number; to: number }[],
  ) {}

  /** Notes that the actor has sent its failure and works no more. */
  noteFailed(actorSlot: ActorSlot, error: PipelineError): void {
    this.ends.push({ actorSlot, error, dead: false })
  }

  /** Notes that the actor's thread has ended without being asked to. */
  noteDead(actorSlot: ActorSlot, error: PipelineError): void {
    this.ends.push({ actorSlot, error, dead: true })
  }

  /**
   * The reason why the consumer will receive nothing more; undefined while batches, or a failure that was sent, are on
   * their way.
   */
  get lost(): PipelineError | undefined {
    if (!this.ends.length || this.outcome(this.wiring.sink.stage, new Map()) !== 'nothing') return undefined
    return (this.ends.find((end) => end.dead) ?? this.ends[0]!).error
  }

  /** Returns what the stage will send in the end if all living threads go on. */
  private outcome(stage: number, known: Map<number, Outcome>): Outcome {
    const found = known.get(stage)
    if (found !== undefined) return found
    const inputs = this.edges.filter(({ to }) => to === stage).map(({ from }) => this.outcome(from, known))
    const nothing = inputs.includes('nothing')
    const failed = inputs.filter((input) => typeof input === 'number')
    // Numbers of batches: the first that carries a failure, and the first that will never be sent.
    let said = Number.POSITIVE_INFINITY
    let missing = Number.POSITIVE_INFINITY
    const actors = this.wiring.actorSlots.filter((actorSlot) => actorSlot.stage === stage)
    for (const actorSlot of actors) {
      const { batches, failed } = this.wiring.sentBy(actorSlot)
      const number = actorSlot.replica + actorSlot.replicas * (failed ? batches - 1 : batches)
      if (failed) said = Math.min(said, number)
      else if (this.ends.some((end) => end.actorSlot === actorSlot)) missing = Math.min(missing, number)
    }
    // Actors that share a stage answer each input batch with one batch, so the batch numbers of input and output are
    // equal.
    if (actors.length > 1 && !nothing) said = Math.min(said, ...failed)
    const own = said < missing ? said : missing < Number.POSITIVE_INFINITY ? 'nothing' : undefined
    const outcome = own ?? (nothing ? 'nothing' : failed.length ? Math.min(...failed) : 'batches')
    known.set(stage, outcome)
    return outcome
  }
}

/**
 * 'batches': without end. A number: batches up to that one, which carries a failure. 'nothing': too few, and no
 * failure.
 */
type Outcome = 'batches' | 'nothing' | number
