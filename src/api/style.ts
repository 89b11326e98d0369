// The ways to run a pipeline, and DALI's names for them. A pipeline keeps to the way in which it was first run.
import { apiMixed } from '../errors/factories.js'

/** The API that a pipeline is run with: the values of `pipe.apiType`, under DALI's names. */
export const PipelineAPIType = {
  /** `run()` and `runSync()`. */
  BASIC: 'basic',
  /** `for await` and `iterate()`. */
  ITERATOR: 'iterator',
  /** `scheduleRun()`, `shareOutputs()` and `releaseOutputs()`. */
  SCHEDULED: 'scheduled',
} as const

export type PipelineAPIType = (typeof PipelineAPIType)[keyof typeof PipelineAPIType]

/**
 * A way to run a pipeline. iterate() ('drive') is apart from `for await` ('iterate'): the two count epochs differently.
 */
export type Style = 'run' | 'schedule' | 'iterate' | 'drive' | 'serve'

const ways: Record<Style, { calls: string; api: PipelineAPIType }> = {
  run: { calls: 'run()', api: PipelineAPIType.BASIC },
  schedule: { calls: 'scheduleRun() and shareOutputs()', api: PipelineAPIType.SCHEDULED },
  iterate: { calls: 'for await', api: PipelineAPIType.ITERATOR },
  drive: { calls: 'iterate()', api: PipelineAPIType.ITERATOR },
  serve: { calls: 'serve()', api: PipelineAPIType.ITERATOR },
}

export const apiOf = (style: Style): PipelineAPIType => ways[style].api

/** Throws API_MIXED if a pipeline that is run in one way is called in another way. */
export function checkStyle(own: Style | undefined, called: Style): void {
  if (!own || own === called) return
  throw apiMixed(
    `This pipeline is driven by ${ways[own].calls}; ${ways[called].calls} cannot be mixed with it`,
    'Use one way to run a pipeline, or build a second one',
  )
}
