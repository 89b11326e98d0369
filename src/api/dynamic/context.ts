// EvalContext: the threads, the device and the stream that calls are run with.
import { defaultThreads } from '../threads.js'
import { Lane } from './lane.js'
import { scoped } from './mode.js'
import type { Lanes } from './value.js'

export class EvalContext implements Lanes {
  private cpu: Lane | undefined

  constructor(private readonly given: { numThreads?: number; deviceId?: number | null } = {}) {}

  get gpu(): number {
    return this.given.deviceId ?? -1
  }

  lane(_gpu: number): Lane {
    this.cpu ??= new Lane(this.given.numThreads ?? defaultThreads())
    return this.cpu
  }

  private static own: EvalContext | undefined

  static default(): EvalContext {
    EvalContext.own ??= new EvalContext()
    return EvalContext.own
  }

  static current(): EvalContext {
    return scoped<EvalContext, 'context'>('context') ?? EvalContext.default()
  }
}
