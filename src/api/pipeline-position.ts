// Where a pipeline stands in its data: the place at which it begins, the epoch that comes next, and the checkpoint of a place.
import {
  type CheckpointText,
  checkpointText,
  type IterateState,
  type Position,
  positionOf,
  type Resume,
  resumeFrom,
  skippedError,
} from '../engine/checkpoint.js'
import type { Engine } from '../engine/engine.js'
import type { Graph, Plan } from '../graph/types.js'
import { Epochs } from './epochs.js'

export class PipelinePosition<Out> {
  readonly epochs: Epochs<Out>

  constructor(
    private readonly definition: Graph,
    private readonly plan: Plan,
    private readonly engine: Engine<Out>,
  ) {
    this.epochs = new Epochs(engine)
  }

  /** Begins where a checkpoint was taken. Throws CHECKPOINT_MISMATCH. */
  restore(checkpoint: CheckpointText): void {
    this.epochs.resume(resumeFrom(checkpoint, this.plan, this.definition, this.engine.inputs), checkpoint.epoch)
  }

  /** Makes readers begin at these positions, by name. */
  beginAt(places: Readonly<Record<string, { epoch: number; position: number }>>): void {
    const own = this.engine.inputs.own.map(([index, { name }]) => [index, { iteration: 0, ...places[name]! }] as const)
    const { epoch } = own[0]![1]
    this.epochs.resume({ places: new Map(own), last: epoch, ended: 0 }, epoch)
  }

  /** The place of now. `loops`: the pipeline is run epoch by epoch. */
  mark(loops: boolean): Resume {
    return this.engine.mark(loops ? this.epochs.boundary : undefined)
  }

  /** The place of now as a loop over epochs counts it. */
  counted(loops: boolean): Position {
    return positionOf(this.mark(loops), this.plan, this.engine.inputs)
  }

  /** The checkpoint of a place. Throws UNSUPPORTED, INVALID_INPUT. */
  text(mark: Resume, iterate?: IterateState): string {
    const skipping = this.engine.skippingReader()
    if (skipping !== undefined) throw skippedError(skipping)
    return checkpointText(mark, this.plan, this.definition, this.engine.inputs, iterate)
  }
}
