// What a kind of stage is, for code that treats kinds alike: a new kind gets a row here, and the compiler asks for it.
import type { ReaderStage, SourceStage, StagePlan } from '../graph/types.js'

interface KindFacts {
  /** It makes batches from outside of the graph, and begins epochs. */
  readonly input: boolean
  /** It runs on the main thread, not in a worker. */
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
