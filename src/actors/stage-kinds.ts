// Facts about each kind of stage, for code that treats all kinds alike. The compiler demands a row for every kind.
import type { ReaderStage, SourceStage, StagePlan } from '../graph/types.js'

interface KindFacts {
  /** A stage of this kind makes batches from data outside of the graph, and begins epochs. */
  readonly input: boolean
  /** A stage of this kind runs on the main thread, not in a worker. */
  readonly main: boolean
}

const worker: KindFacts = { input: false, main: false }

const kinds: Readonly<Record<StagePlan['kind'], KindFacts>> = {
  reader: { input: true, main: false },
  source: { input: true, main: true },
  cpu: worker,
  mixed: worker,
  gpu: worker,
  js: worker,
  sink: { input: false, main: true },
}

export const isInput = (stage: StagePlan): stage is StagePlan & (ReaderStage | SourceStage) => kinds[stage.kind].input

export const isOnMain = ({ kind }: StagePlan): boolean => kinds[kind].main

/** The name of an actor, for its thread and for profilers. */
export const actorName = ({ name }: StagePlan, { replica, replicas }: { replica: number; replicas: number }): string =>
  replicas > 1 ? `${name} ${replica + 1}` : name
