// Which failure the consumer hears of. An actor says what went wrong in its stream, behind the batches that it has made;
// one whose thread ends cannot. What was said comes before the end of a thread, whichever the supervisor heard of first: so
// the answer follows from what the actors have done, and not from the order in which messages arrive.
import type { PipelineError } from '../errors.js'
import type { ActorSlot, Wiring } from './wiring.js'

/** What has become of an actor. */
interface End {
  actorSlot: ActorSlot
  error: PipelineError
  /** Its thread is gone: it says nothing any more. */
  dead: boolean
}

export class Failures {
  private readonly ends: End[] = []

  constructor(
    private readonly wiring: Wiring,
    /** The plan's edges, by stage. */
    private readonly edges: readonly { from: number; to: number }[],
  ) {}

  /** The actor has said why it failed, and works no more. */
  noteFailed(actorSlot: ActorSlot, error: PipelineError): void {
    this.ends.push({ actorSlot, error, dead: false })
  }

  /** The actor's thread has ended without being asked to. */
  noteDead(actorSlot: ActorSlot, error: PipelineError): void {
    this.ends.push({ actorSlot, error, dead: true })
  }

  /** Why nothing comes to the consumer any more; undefined while batches, or a failure that was said, are on their way. */
  get lost(): PipelineError | undefined {
    if (!this.ends.length || this.outcome(this.wiring.sink.stage, new Map()) !== 'nothing') return undefined
    return (this.ends.find((end) => end.dead) ?? this.ends[0]!).error
  }

  /** What the stage sends in the end if all threads that live go on. */
  private outcome(stage: number, known: Map<number, Outcome>): Outcome {
    const found = known.get(stage)
    if (found !== undefined) return found
    const inputs = this.edges.filter(({ to }) => to === stage).map(({ from }) => this.outcome(from, known))
    const nothing = inputs.includes('nothing')
    const failed = inputs.filter((input) => typeof input === 'number')
    // By number of the batch: the first that says a failure, and the first that will never be sent.
    let said = Number.POSITIVE_INFINITY
    let missing = Number.POSITIVE_INFINITY
    const actors = this.wiring.actorSlots.filter((actorSlot) => actorSlot.stage === stage)
    for (const actorSlot of actors) {
      const { batches, failed } = this.wiring.sentBy(actorSlot)
      const number = actorSlot.replica + actorSlot.replicas * (failed ? batches - 1 : batches)
      if (failed) said = Math.min(said, number)
      else if (this.ends.some((end) => end.actorSlot === actorSlot)) missing = Math.min(missing, number)
    }
    // Actors that share a stage answer each batch with one batch, so their numbers are those of their input.
    if (actors.length > 1 && !nothing) said = Math.min(said, ...failed)
    const own = said < missing ? said : missing < Number.POSITIVE_INFINITY ? 'nothing' : undefined
    const outcome = own ?? (nothing ? 'nothing' : failed.length ? Math.min(...failed) : 'batches')
    known.set(stage, outcome)
    return outcome
  }
}

/** Batches for ever; batches up to a number, at which a failure is said; or too few, and no word. */
type Outcome = 'batches' | 'nothing' | number
