// Imperative mode for the process: it records what user code does as steps (dynamic-protocol.ts), and calls are made of them here.
// Nothing blocks: what a question needs is awaited.
import type { Tensor as RoomTensor } from '../data/tensor.js'
import { EvalContext } from '../dynamic/context/context.js'
import { withEvalMode } from '../dynamic/context/mode.js'
import { RNG } from '../dynamic/context/random.js'
import { setNumThreads } from '../dynamic/context/threads.js'
import { invokeAt } from '../dynamic/operators/invoke.js'
import { prepare } from '../dynamic/operators/spec.js'
import { settled } from '../dynamic/scheduling/evaluate.js'
import { dtypeOf, layoutOf, shapesOf } from '../dynamic/values/shape.js'
import { Batch, show, Tensor } from '../dynamic/values/tensor.js'
import { rawBatchView, rawTensorView } from '../dynamic/values/user-data.js'
import type { View } from '../dynamic/values/value.js'
import { invalidInput } from '../errors/factories.js'
import { pipelineError } from '../errors/thrown.js'
import { PipelineError } from '../errors.js'
import { gpuInfo } from '../native.js'
import type { ProcessConnection } from './connection.js'
import type { CallStep, DynamicRequest, Step, ValueFacts } from './dynamic-protocol.js'
import type { FeedRooms } from './feeds.js'
import { HostedReader } from './hosted-reader.js'
import { ValueSlots } from './value-slots.js'

type Held = Tensor | Batch | PipelineError
type Asked = Exclude<DynamicRequest, { t: 'steps' }>

export class DynamicCalls {
  /** What the process can name, by its numbers. */
  private readonly values = new Map<number, Held>()
  private readonly contexts = new Map<number, EvalContext | PipelineError>()
  private readonly readers = new Map<number, HostedReader | PipelineError>()
  private readonly slots: ValueSlots

  constructor(
    connection: ProcessConnection,
    private readonly rooms: FeedRooms,
  ) {
    this.slots = new ValueSlots(connection)
  }

  /** Does what user code has done. Throws INVALID_INPUT for what it cannot have done. */
  take({ steps, room = 0, bytes = 0 }: Extract<DynamicRequest, { t: 'steps' }>): void {
    for (const step of steps) this.step(step, room, bytes)
  }

  private step(step: Step, room: number, bytes: number): void {
    switch (step.s) {
      case 'call':
        this.call(step)
        break
      case 'data':
        this.values.set(step.v, dataOf(this.rooms.samples(room, bytes, step.data), step.tensor))
        break
      case 'part':
        this.values.set(step.v, part(this.value(step.of), step.rows))
        break
      case 'drop':
        for (const v of step.v) this.drop(v)
        break
      case 'context': {
        const { c, numThreads, device } = step
        this.contexts.set(
          c,
          made(() => new EvalContext({ numThreads, device: device as 'gpu' | undefined })),
        )
        break
      }
      case 'leave':
        ended(this.contexts, step.c, (context) => context[Symbol.asyncDispose]())
        break
      case 'reader':
        this.readers.set(
          step.r,
          made(() => new HostedReader(step.op, step.args, step.site)),
        )
        break
      case 'stop':
        this.reader(step.r).stop()
        break
      case 'close':
        ended(this.readers, step.r, (reader) => reader.close())
        break
      case 'threads':
        setNumThreads(step.n)
    }
  }

  private call(step: CallStep): void {
    const { v, n } = step
    let outputs: readonly Held[]
    try {
      outputs = this.outputs(step)
    } catch (error) {
      if (error instanceof PipelineError && error.code === 'INTERNAL') throw error
      outputs = Array.from({ length: n }, () => pipelineError(error))
    }
    if (outputs.length !== n) throw invalidInput(`Expected ${outputs.length} outputs of ${step.op} but received ${n}`)
    for (const [i, output] of outputs.entries()) this.values.set(v + i, output)
  }

  private outputs(step: CallStep): readonly Held[] {
    const { op, args, site, device, batchSize, onError } = step
    const inputs = step.inputs.map((number) => this.value(number))
    const argInputs = Object.entries(step.argInputs).map(([name, number]) => [name, this.value(number)] as const)
    // A call whose input has failed fails as that did.
    const failed = [...inputs, ...argInputs.map(([, value]) => value)].find((value) => value instanceof PipelineError)
    if (failed) return Array.from({ length: step.n }, () => failed)
    const prepared = prepare(op)
    if (prepared.info.kind !== 'op') throw invalidInput(`Expected an operator but received ${op}`)
    const options = {
      ...args,
      ...Object.fromEntries(argInputs),
      ...(device !== undefined && { device }),
      ...(batchSize !== undefined && { batchSize }),
      ...(onError !== undefined && { onError }),
      ...(step.rng !== undefined && { rng: new RNG({ state: step.rng }) }),
    }
    return this.within(step.c, () =>
      withEvalMode(step.deferred ? 'deferred' : 'eager', () =>
        invokeAt(prepared, [...inputs, options], { text: site }, show),
      ),
    )
  }

  /** Answers a question with `send`, or with a value in shared memory, `batch`. */
  async answer(message: Asked, batch: () => number, send: (value: unknown) => void): Promise<void> {
    switch (message.t) {
      case 'read':
        await this.kept(message.v, async (view) => {
          await settled(view.value)
          await this.slots.send(message.id, view, batch())
        })
        break
      case 'facts':
        send(await this.kept(message.v, async (view) => factsOf(view)))
        break
      case 'settle':
        for (const v of message.v) {
          await this.kept(v, async ({ value }) => {
            await settled(value)
            if (message.full && value.gpu >= 0) value.storage?.sync()
          })
        }
        send(null)
        break
      case 'finish':
        await this.context(message.c)?.evaluateAll()
        send(null)
        break
      case 'next': {
        const { r, c, v, batchSize, begins } = message
        const reader = this.reader(r)
        const item = await this.within(c, () => reader.next(batchSize, begins))
        for (const [i, output] of (item?.outputs ?? []).entries()) this.values.set(v + i, output)
        send(item && { count: item.count, outputs: item.outputs.length, ...(item.names && { names: item.names }) })
        break
      }
      case 'askReader':
        send(this.reader(message.r).ask(message.what))
        break
      case 'setState':
        this.reader(message.r).setState(message.state)
        send(null)
        break
      case 'gpus':
        send(gpus())
    }
  }

  /** The process has let go of a value that it has read: see ValueSlots. */
  free(batch: number, working: boolean): void {
    this.slots.free(batch, working)
  }

  /** The process has closed GPU memory. */
  closedMemory(numbers: readonly number[]): void {
    this.slots.closedMemory(numbers)
  }

  /** Keeps the value for `use`, though the process may drop it meanwhile. Throws the error of its call. */
  private async kept<T>(number: number, use: (view: View) => Promise<T>): Promise<T> {
    const held = this.value(number)
    if (held instanceof PipelineError) throw held
    const { view } = held
    view.value.own()
    try {
      return await use(view)
    } finally {
      view.value.endRead()
    }
  }

  private value(number: number): Held {
    const held = this.values.get(number)
    if (held) return held
    throw invalidInput(`Expected the number of a value but received ${number}`)
  }

  private drop(number: number): void {
    const held = this.values.get(number)
    this.values.delete(number)
    if (held && !(held instanceof PipelineError)) held.dispose()
  }

  private context(number: number): EvalContext | undefined {
    return number ? thrown(this.contexts.get(number), `context ${number}`) : EvalContext.default()
  }

  private reader(number: number): HostedReader {
    return thrown(this.readers.get(number), `reader ${number}`)
  }

  private within<T>(context: number, body: () => T): T {
    return context ? this.context(context)!.run(body) : body()
  }

  /** Ends readers and contexts. */
  async close(): Promise<void> {
    for (const v of [...this.values.keys()]) this.drop(v)
    await Promise.allSettled([...this.readers.values()].map((one) => !(one instanceof PipelineError) && one.close()))
    const contexts = [...this.contexts.values()].map((one) => !(one instanceof PipelineError) && one.evaluateAll())
    await Promise.allSettled(contexts)
    this.slots.close()
  }
}

/** What `make` gives, or its error. */
function made<T>(make: () => T): T | PipelineError {
  try {
    return make()
  } catch (error) {
    return pipelineError(error)
  }
}

function thrown<T>(found: T | PipelineError | undefined, what: string): T {
  if (found === undefined) throw invalidInput(`Expected the number of a reader or a context but received ${what}`)
  if (found instanceof PipelineError) throw found
  return found
}

/** Takes what has the number out, and ends it. */
function ended<T>(all: Map<number, T | PipelineError>, number: number, end: (one: T) => Promise<void>): void {
  const found = all.get(number)
  all.delete(number)
  // Errors of what still runs are those of its values.
  if (found && !(found instanceof PipelineError)) end(found as T).catch(() => {})
}

/** A copy of data in a room, which is the process's again when this returns. */
function dataOf(samples: readonly RoomTensor[], tensor: boolean): Held {
  if (tensor && samples.length !== 1) throw invalidInput(`Expected one sample but received ${samples.length}`)
  return made(() => {
    const { value } = tensor
      ? rawTensorView(samples[0], {}, 'copy', 'tensor')
      : rawBatchView(samples, {}, 'copy', 'batch')
    return tensor ? new Tensor(value, 0) : new Batch(value, null)
  })
}

function part(of: Held, rows: number | readonly number[]): Held {
  if (of instanceof PipelineError) return of
  if (!(of instanceof Batch)) throw invalidInput('Expected a Batch to take samples of but received a Tensor')
  return made(() => (typeof rows === 'number' ? of.at(rows) : of.select(rows)))
}

function factsOf(view: View): ValueFacts {
  const { value } = view
  return { dtype: dtypeOf(value), layout: layoutOf(value), shapes: shapesOf(view) }
}

function gpus(): number[] {
  try {
    return gpuInfo().devices.map(({ id }) => id)
  } catch (error) {
    if (error instanceof PipelineError && error.code === 'CUDA_UNAVAILABLE') return []
    throw error
  }
}
