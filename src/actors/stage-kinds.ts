// Facts about each kind of stage, for code that treats all kinds alike. The compiler demands a row for every kind.
import type { ReaderStage, SourceStage, StagePlan } from '../graph/types.js'

interface KindFacts {
  /** A stage of this kind makes batches from data outside of the graph, and begins epochs. */
  readonly input: boolean
  /** A stage of this kind runs on the main thread, not in a worker. */
  readonly main: boolean
  /**
   * The thread of a stage of this kind may get the stage of another pipeline. It must have run no user code, which may have changed
   * anything in it, and nothing on a GPU, of which threads have a state of their own.
   */
  readonly reusable: boolean
  /** To make a stage of this kind can neither fail nor take long, so that nobody needs to wait for it. */
  readonly quick: boolean
}

const worker: KindFacts = { input: false, main: false, reusable: false, quick: false }

const kinds: Readonly<Record<StagePlan['kind'], KindFacts>> = {
  reader: { input: true, main: false, reusable: true, quick: false },
  source: { input: true, main: true, reusable: false, quick: false },
  cpu: { ...worker, reusable: true, quick: true },
  mixed: worker,
  gpu: worker,
  js: worker,
  sink: { input: false, main: true, reusable: false, quick: false },
}

export const isInput = (stage: StagePlan): stage is StagePlan & (ReaderStage | SourceStage) => kinds[stage.kind].input

export const isOnMain = ({ kind }: StagePlan): boolean => kinds[kind].main

export const isReusable = ({ kind }: StagePlan): boolean => kinds[kind].reusable

export const isQuick = ({ kind }: StagePlan): boolean => kinds[kind].quick

/** The name of an actor, for its thread and for profilers. */
export const actorName = ({ name }: StagePlan, { replica, replicas }: { replica: number; replicas: number }): string =>
  replicas > 1 ? `${name} ${replica + 1}` : name
