// EvalContext: the threads, the device and the stream that calls run with. A context belongs to one JavaScript thread.
// It owns execution queues: one for the CPU, and one for each stream of its GPU that is used. A queue is made when it
// is first needed.
import { closed, invalidArgument } from '../../errors/factories.js'
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
import { checkThreads, getNumThreads } from './threads.js'

export interface EvalContextOptions {
  /**
   * Number of threads for operators on the CPU, from 1 to 100 per CPU. Default: getNumThreads(), and it follows its
   * changes.
   */
  numThreads?: number | undefined
  /** Device of the calls that do not name one. Default: the current device, as Device.current() gives it. */
  device?: DeviceLike | undefined
  /** Number of the GPU, in place of `device`: `deviceId: 1` is `device: 'gpu:1'`. */
  deviceId?: number | undefined
  /**
   * Stream for the calls on the GPU; it must be a stream of the context's GPU. Default: the stream that
   * setCurrentStream() or setDefaultStream() has set, else a new one.
   */
  stream?: StreamLike | undefined
}

/**
 * Calls that a GPU queue runs at once. While one waits for the GPU, others keep the threads busy. A
 * pipeline has three actors for decoding on a GPU; a loop that awaits each batch is without work while it does, which a
 * fourth call makes up for: one H200 made 161,000, 177,000 and 183,000 images/s with three, four and five, in turns.
 */
const gpuCallsAtOnce = 4

/** Streams whose queues are kept open; when there are more, the queue that was opened first is closed. */
const mostStreams = 8

/**
 * The way of a context's calls to the CPU, or to one stream of a GPU. Calls hold on to it; its queue may be closed and
 * reopened.
 */
class Route implements ExecutionQueues {
  private own: ExecutionQueue | undefined

  constructor(
    private readonly context: EvalContext,
    readonly gpu: number,
    readonly stream: Stream | undefined,
  ) {}

  queue(): ExecutionQueue {
    const { context, gpu, stream } = this
    // Lazy values of a closed context are computed in the default context.
    if (context.closed) return EvalContext.default().route(gpu, stream).queue()
    const threads = context.numThreads
    if (this.own && this.own.threads !== threads) this.close()
    if (!this.own) {
      // The context may have given this route up for newer ones.
      const known = context.route(gpu, stream)
      if (known !== this) return known.queue()
      const device = stream ? `gpu ${gpu}, stream ${stream.handle}` : 'cpu'
      const name = `${context.title}, ${device}, ${threads} thread${threads === 1 ? '' : 's'}`
      this.own = new ExecutionQueue({
        ...{ threads, byDefault: context.followsDefault, group: context.threadGroup, name },
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

/** Closes the queues of contexts that are collected without close(). */
const forgotten = new FinalizationRegistry<Set<ExecutionQueue>>((queues) => {
  for (const queue of queues) queue.close()
})

/**
 * The threads, the device and the stream that calls run with. Make a context current with `context.run(fn)`, or with
 * `using _ = context.enter()` in a block that does not wait; calls outside of any context use this thread's default
 * context. A context belongs to the thread that made it: posting it to another thread throws DataCloneError. Within a
 * thread any number of tasks may use one context side by side.
 */
export class EvalContext {
  /** @internal Structured clone refuses functions and prints their source, so this one explains the refusal. */
  protected readonly guard = () => 'an EvalContext belongs to the thread that made it'
  private readonly threads: number | undefined
  /** The device that was chosen at construction; undefined: the current one, whenever it is asked for. */
  private fixed: Device | undefined
  private given: Stream | undefined
  private readonly own = new Map<number, Stream>()
  private isClosed = false
  private readonly number = ++contexts
  /** @internal The group of threads that the context's queues, and readers whose loops begin in the context, share. */
  readonly threadGroup = native().threadGroup()
  /** Routes in the order in which they opened their queues, the last one last. */
  private readonly routes = new Map<string, Route>()
  private readonly open = new Set<ExecutionQueue>()
  private cpu: Route | undefined
  /** @internal This thread's default context, once there is one. */
  static usual: EvalContext | undefined

  /** Throws INVALID_ARGUMENT for wrong options, CUDA_UNAVAILABLE for a GPU that is not there, STREAM_ENDED. */
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

  /**
   * This thread's context for calls outside of any other context. It follows the current device, the current stream and
   * the default number of threads.
   */
  static default(): EvalContext {
    if (!EvalContext.usual) {
      const context = new EvalContext()
      context.fixed = undefined
      EvalContext.usual = context
    }
    return EvalContext.usual
  }

  /** The innermost context that is entered here, else the default context. */
  static current(): EvalContext {
    return scoped<EvalContext>('context') ?? EvalContext.usual ?? EvalContext.default()
  }

  /** @internal */
  get owner(): this {
    return this
  }

  /** @internal The name of the context in a trace. */
  get title(): string {
    return this === EvalContext.usual ? 'default context' : `context ${this.number}`
  }

  /** Number of threads for operators on the CPU. */
  get numThreads(): number {
    return this.threads ?? getNumThreads()
  }

  /** @internal Whether getNumThreads() is the number of its threads. */
  get followsDefault(): boolean {
    return this.threads === undefined
  }

  /** The device of calls that do not name one. */
  get device(): Device {
    return this.fixed ?? Device.current()
  }

  /** Number of the context's GPU; null if its device is the CPU. */
  get deviceId(): number | null {
    return this.device.id
  }

  /** The stream of the context's calls on its GPU; null if its device is the CPU. */
  get stream(): Stream | null {
    return this.device.type === 'gpu' ? this.streamOf(this.device.id!) : null
  }

  /** True after close(). */
  get closed(): boolean {
    return this.isClosed
  }

  /**
   * Makes the context current until the returned object is disposed: `using _ = context.enter()`. A function that
   * awaits inside the block must use run() instead, because its caller continues while it waits and would continue in
   * the context; the top level of a module may await. A scope that its function leaves open when it waits or returns
   * ends with the turn, with a warning, and disposing it later throws SCOPE_NOT_LEFT. Throws PIPELINE_CLOSED after
   * close().
   */
  enter(): Disposable {
    this.check()
    const names = { name: 'context.enter()', instead: 'context.run(fn)' }
    return enter(this.setting, { ...names, entry: this.enter })
  }

  /**
   * Calls `fn` with the context as the current one, also for what `fn` awaits, and returns its result. Throws
   * PIPELINE_CLOSED after close().
   */
  run<T>(fn: () => T): T {
    this.check()
    return during(this.setting, fn)
  }

  private get setting() {
    return this.fixed ? { context: this, device: this.fixed } : { context: this }
  }

  /**
   * Resolves when every call made in this context so far has run; rejects with the first error among the calls that
   * were still running. It does not run calls of deferred mode whose results were not read. Work that is queued on a
   * GPU may continue.
   */
  async evaluateAll(): Promise<void> {
    flush()
    const queues = [...this.routes.values()].flatMap(({ opened }) => opened ?? [])
    const errors = await Promise.all(queues.map((queue) => queue.finished()))
    const error = errors.find((e) => e !== undefined)
    if (error) throw error
  }

  /**
   * Blocks until all calls made in this context have run, and ends its threads. Results stay readable; new calls throw
   * PIPELINE_CLOSED. The default context stays usable: its next call starts threads again.
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
    // Errors are thrown where results are read.
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
    throw closed('This EvalContext', { hint: 'Make another one' })
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

  /** @internal The GPU that `device: 'gpu'` in a call means. */
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
   * Where a call on this device goes. `asked`: the GPU's number if the call names one. Throws PIPELINE_CLOSED,
   * CUDA_UNAVAILABLE, and INVALID_ARGUMENT for a GPU that is not the context's.
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

  /** @internal The queue for calls on this GPU, or on the CPU (-1). */
  queue(gpu: number): ExecutionQueue {
    return this.route(gpu, gpu < 0 ? undefined : this.streamOf(gpu)).queue()
  }

  /** @internal The route to a device and stream. Calls of one route can become one segment. */
  route(gpu: number, stream: Stream | undefined): Route {
    const key = stream ? `${gpu}:${stream.handle}` : 'cpu'
    let route = this.routes.get(key)
    if (!route) {
      route = new Route(this, gpu, stream)
      this.routes.set(key, route)
    }
    return route
  }

  /** @internal A route calls it when it has opened a queue: closes the oldest queue if there are too many. */
  opened(route: Route, queue: ExecutionQueue): void {
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

  /** @internal A route calls it when it closes its queue. */
  closes(queue: ExecutionQueue): void {
    this.open.delete(queue)
  }
}
