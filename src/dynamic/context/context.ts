// EvalContext: the threads, the device and the stream that calls are run with. A context belongs to one JavaScript thread and
// owns queues: one for the CPU, and one for each stream of its GPU that is used, made when they are needed.
import { errorOf, invalidArgument } from '../../errors/factories.js'
import { native } from '../../native.js'
import { flush } from '../scheduling/evaluate.js'
import { ExecutionQueue } from '../scheduling/execution-queue.js'
import type { ExecutionQueues } from '../values/value.js'
import { currentGpu, Device, type DeviceLike, device as deviceOf, existingGpu } from './device.js'
import { during, enter, scoped } from './scope.js'
import {
  chosenStream,
  leavesStream,
  type Stream,
  type StreamLike,
  stream as streamOf,
  usesStream,
  usualStream,
} from './stream.js'
import { checkThreads, getNumThreads, usedDefaultThreads } from './threads.js'

export interface EvalContextOptions {
  /** Threads for operators on the CPU: 1 to 100 per CPU. Default: getNumThreads(), also when that changes. */
  numThreads?: number | undefined
  /** Default: the current device, as in Device.current(). */
  device?: DeviceLike | undefined
  /** The number of its GPU; in place of `device`. */
  deviceId?: number | undefined
  /** Of the same GPU. Default: what setCurrentStream() or setDefaultStream() was given, else a new one. */
  stream?: StreamLike | undefined
}

/** As many as a pipeline has actors for decoding on a GPU: while one waits for the engines, others keep the threads busy. */
const gpuCallsAtOnce = 3

/** Streams whose queues are kept; with more of them the one that was used first is closed. */
const mostStreams = 8

/** Where the calls of a context go that run on the CPU, or on one stream of a GPU. Calls keep it. */
class Route implements ExecutionQueues {
  private own: ExecutionQueue | undefined

  constructor(
    private readonly context: EvalContext,
    readonly gpu: number,
    readonly stream: Stream | undefined,
  ) {}

  queue(): ExecutionQueue {
    const { context, gpu, stream } = this
    // What a closed context had left lazy is made with the default one.
    if (context.closed) return EvalContext.default().route(gpu, stream).queue()
    const threads = context.numThreads
    if (this.own && this.own.threads !== threads) this.close()
    if (!this.own) {
      // It may have been given up for newer ones.
      const known = context.route(gpu, stream)
      if (known !== this) return known.queue()
      const device = stream ? `gpu ${gpu}, stream ${stream.handle}` : 'cpu'
      const name = `${context.title}, ${device}, ${threads} thread${threads === 1 ? '' : 's'}`
      this.own = new ExecutionQueue({
        ...{ threads, group: context.threadGroup, name },
        ...(stream && { stream: stream.native, width: gpuCallsAtOnce }),
      })
      if (stream) usesStream(stream, this.own)
      context.opened(this, this.own)
    }
    return this.own
  }

  get owner(): EvalContext {
    return this.context
  }

  get opened(): ExecutionQueue | undefined {
    return this.own
  }

  close(): void {
    if (!this.own) return
    if (this.stream) leavesStream(this.stream, this.own)
    this.context.closes(this.own)
    this.own.close()
    this.own = undefined
  }
}

let contexts = 0

/** Closes the queues of contexts that nobody has closed. */
const forgotten = new FinalizationRegistry<Set<ExecutionQueue>>((queues) => {
  for (const queue of queues) queue.close()
})

/**
 * What calls are run with. Make one current with `context.run(fn)`, or `using _ = context.enter()` in a block that does not
 * wait; without one, calls use this thread's default context. A context must not be active in two threads: it cannot be posted to another one (DataCloneError),
 * where one makes its own. Within a thread any number of tasks may use one side by side.
 */
export class EvalContext {
  /** @internal Structured clone refuses functions, and says which. */
  protected readonly guard = () => 'an EvalContext belongs to the thread that made it'
  private readonly threads: number | undefined
  /** None: the current one, of the default context at any time. */
  private fixed: Device | undefined
  private given: Stream | undefined
  private readonly own = new Map<number, Stream>()
  private isClosed = false
  private readonly number = ++contexts
  /** @internal Its queues and the readers whose loops begin in it share its threads. */
  readonly threadGroup = native().threadGroup()
  /** The last to open a queue is the last in it. */
  private readonly routes = new Map<string, Route>()
  private readonly open = new Set<ExecutionQueue>()
  private cpu: Route | undefined
  /** @internal This thread's default context, once there is one. */
  static usual: EvalContext | undefined

  /** Throws INVALID_ARGUMENT, and CUDA_UNAVAILABLE where a GPU is asked for that is not there. */
  constructor({ numThreads, device, deviceId, stream }: EvalContextOptions = {}) {
    if (device !== undefined && deviceId !== undefined) {
      throw invalidArgument(`Expected either device or deviceId but received ${device} and ${deviceId}`)
    }
    this.threads = numThreads === undefined ? undefined : checkThreads(numThreads)
    forgotten.register(this, this.open)
    const asked = deviceId === undefined ? device : ({ type: 'gpu', id: deviceId } as const)
    this.fixed = asked === undefined ? scoped<Device>('device') : deviceOf(asked)
    if (stream === undefined) return
    if (asked !== undefined && this.fixed!.type === 'cpu') {
      throw invalidArgument('Expected a GPU for device of a context with a stream but received the CPU')
    }
    this.given = streamOf(stream, { deviceId: asked === undefined ? undefined : this.fixed!.id! })
    this.fixed = new Device('gpu', this.given.deviceId)
  }

  /** This thread's context for calls outside of any other. It follows the current device, stream and number of threads. */
  static default(): EvalContext {
    if (!EvalContext.usual) {
      const context = new EvalContext()
      context.fixed = undefined
      EvalContext.usual = context
    }
    return EvalContext.usual
  }

  /** The innermost context that was entered here and not left, else the default one. */
  static current(): EvalContext {
    return scoped<EvalContext>('context') ?? EvalContext.usual ?? EvalContext.default()
  }

  /** @internal */
  get owner(): this {
    return this
  }

  /** @internal In a trace. */
  get title(): string {
    return this === EvalContext.usual ? 'default context' : `context ${this.number}`
  }

  get numThreads(): number {
    return this.threads ?? getNumThreads()
  }

  get device(): Device {
    return this.fixed ?? Device.current()
  }

  /** The number of its GPU, or null. */
  get deviceId(): number | null {
    return this.device.id
  }

  /** The stream of its calls on the GPU; null where it has none. */
  get stream(): Stream | null {
    return this.device.type === 'gpu' ? this.streamOf(this.device.id!) : null
  }

  get closed(): boolean {
    return this.isClosed
  }

  /**
   * Makes it the current one until the returned object is disposed: `using _ = context.enter()`. A function that waits in the
   * block must use run() unless it is the top of a module: its caller goes on while it waits, and would go on in the context.
   * Such a block ends with the turn, with a warning, and leaving it throws SCOPE_NOT_LEFT. Throws PIPELINE_CLOSED.
   */
  enter(): Disposable {
    this.check()
    const names = { name: 'context.enter()', instead: 'context.run(fn)' }
    return enter(this.setting, { ...names, entry: this.enter })
  }

  /** Calls `fn` with it as the current one, and for as long as the promise that it returns is not settled. */
  run<T>(fn: () => T): T {
    this.check()
    return during(this.setting, fn)
  }

  private get setting() {
    return this.fixed ? { context: this, device: this.fixed } : { context: this }
  }

  /**
   * Resolves when every call made with it so far has run; rejects with the first error among those that were still running.
   * Calls of deferred mode that nobody has read are left alone, and what is queued on a GPU may go on.
   */
  async evaluateAll(): Promise<void> {
    flush()
    const queues = [...this.routes.values()].flatMap(({ opened }) => opened ?? [])
    const errors = await Promise.all(queues.map((queue) => queue.finished()))
    const error = errors.find((e) => e !== undefined)
    if (error) throw error
  }

  /**
   * Blocks until what was called with it has run, and gives its threads back. Results stay readable; new calls throw
   * PIPELINE_CLOSED. The default context goes on: its next call makes threads again.
   */
  close(): void {
    flush()
    for (const route of this.routes.values()) route.close()
    if (this === EvalContext.usual) return
    this.isClosed = true
    this.routes.clear()
  }

  [Symbol.dispose](): void {
    this.close()
  }

  /** As close(), without blocking. */
  async [Symbol.asyncDispose](): Promise<void> {
    // Errors are told where results are read.
    await this.evaluateAll().catch(() => {})
    this.close()
  }

  toString(): string {
    const { closed, fixed } = this
    const threads = this.threads === undefined ? '' : `numThreads=${this.threads}`
    const parts = [closed && 'closed', threads, fixed && `device=${fixed}`, this.given && `stream=${this.given}`]
    return `EvalContext(${parts.filter(Boolean).join(', ')})`
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.toString()
  }

  private check(): void {
    if (!this.isClosed) return
    throw errorOf('PIPELINE_CLOSED', 'This EvalContext is closed', 'Make another one')
  }

  private streamOf(gpu: number): Stream {
    if (this.given) return this.given
    if (this === EvalContext.usual) return usualStream(gpu)
    let own = this.own.get(gpu)
    if (!own) {
      own = chosenStream(gpu) ?? streamOf(undefined, { deviceId: gpu })
      this.own.set(gpu, own)
    }
    return own
  }

  /** @internal Of `device: 'gpu'` in a call. */
  get gpu(): number {
    return this.gpuOf(null)
  }

  private gpuOf(asked: number | null): number {
    const { fixed } = this
    if (fixed?.type === 'cpu') {
      throw invalidArgument(
        "Expected 'cpu' for device in a context of the CPU",
        "Make it with new EvalContext({ device: 'gpu' })",
      )
    }
    if (!fixed) return asked === null ? currentGpu() : existingGpu(asked)
    if (asked === null || asked === fixed.id) return fixed.id!
    throw invalidArgument(`Expected '${fixed}', the context's GPU, for device but received 'gpu:${asked}'`)
  }

  /**
   * @internal
   * Where a call on this device goes; `asked`: the GPU's number, if the call says one. Throws PIPELINE_CLOSED,
   * CUDA_UNAVAILABLE, INVALID_ARGUMENT for a GPU that is not the context's.
   */
  queues(device: 'cpu' | 'gpu' | 'mixed', asked: number | null = null): ExecutionQueues {
    if (this.isClosed) this.check()
    if (device === 'cpu') {
      this.cpu ??= this.route(-1, undefined)
      return this.cpu
    }
    const gpu = this.gpuOf(asked)
    return this.route(gpu, this.streamOf(gpu))
  }

  /** @internal */
  queue(gpu: number): ExecutionQueue {
    return this.route(gpu, gpu < 0 ? undefined : this.streamOf(gpu)).queue()
  }

  /** @internal Calls that go the same way can become one segment. */
  route(gpu: number, stream: Stream | undefined): Route {
    const key = stream ? `${gpu}:${stream.handle}` : 'cpu'
    let route = this.routes.get(key)
    if (!route) {
      route = new Route(this, gpu, stream)
      this.routes.set(key, route)
    }
    return route
  }

  /** @internal A route has opened a queue. */
  opened(route: Route, queue: ExecutionQueue): void {
    if (this.threads === undefined) usedDefaultThreads()
    this.open.add(queue)
    if (route.gpu < 0) return
    const opened = [...this.routes].filter(([, { gpu, opened }]) => gpu >= 0 && opened)
    const key = opened.find(([, own]) => own === route)![0]
    this.routes.delete(key)
    this.routes.set(key, route)
    const oldest = opened.find(([, other]) => other !== route)
    if (opened.length <= mostStreams || !oldest) return
    oldest[1].close()
    this.routes.delete(oldest[0])
  }

  /** @internal */
  closes(queue: ExecutionQueue): void {
    this.open.delete(queue)
  }
}
