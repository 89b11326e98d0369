// Makes calls on a pipeline, compares their answers with the model's, and checks the outputs: each must keep its bytes
// until it is released, and throw afterwards.
import { iterate, PipelineError } from 'penstock-data'
import { expect } from 'vitest'
import { isReader, make, type Pipe, type Shape, samplesOf } from './api-kinds.js'
import { type Call, Model, OK } from './api-model.js'
import { within } from './collect.js'
import type { Files } from './files.js'
import { digestOf, type Held, type Lists, touch, use } from './held.js'
import { type Executor, executors } from './resources.js'

/** Longest time of a call, which is generous because machines that run tests are busy. The slowest call is printed. */
const limitMs = 6000
export const slowest = { ms: 0, call: '' }

export class Player {
  readonly pipe: Pipe
  private readonly model: Model
  private held: Held[] = []
  private shared: Held[] = []
  private iterator: AsyncIterableIterator<unknown> | undefined
  private readonly loose = new Set<Promise<void>>()
  private readonly slots: boolean
  private readonly timers = new Set<NodeJS.Timeout>()

  constructor(
    private readonly shape: Shape,
    executor: Executor,
    files: Files,
  ) {
    this.pipe = make({ ...shape, options: { ...shape.options, ...executors[executor] } }, files)
    this.slots = executor !== 'dynamic'
    this.model = new Model(shape, executor, files.files.length)
  }

  private get clear(): boolean {
    return this.loose.size === 0
  }

  async play(call: Call): Promise<void> {
    const expected = this.model.expected(call, this.clear)
    const started = performance.now()
    const outcome = this.perform(call, expected).then(
      () => OK,
      (error: unknown) => {
        // Any other error is a finding: a failed expectation of the test, or an untyped error.
        if (!(error instanceof PipelineError)) throw error
        if (error.code === 'INTERNAL') throw error
        return error.code as string
      },
    )
    const text = JSON.stringify(call)
    const checked = within(limitMs, text, outcome).then((code) => {
      const ms = performance.now() - started
      if (ms > slowest.ms && call.do !== 'settle') Object.assign(slowest, { ms, call: text })
      if (code === 'END_OF_DATA') this.model.ended = true
      if (code === 'ABORTED') this.model.mayBuild = true
      if (code === 'UNSUPPORTED') this.model.failed = true
      // The next run() released the outputs before the caller of this run() could read them.
      if (code === 'OUTPUT_RELEASED' && call.do === 'run' && call.loose && this.slots) {
        this.model.confused = true
        return
      }
      // A next() that was aborted leaves its batch to the following one, and reset() meanwhile releases it.
      if (code === 'OUTPUT_RELEASED' && call.do === 'drive' && this.slots && this.model.wasReset) return
      if (!expected.includes(code)) expect.fail(`${text} ended with ${code} and not with ${expected.join(' or ')}`)
    })
    if (!call.loose || ['loop', 'drive', 'settle', 'runSync'].includes(call.do)) return checked
    this.loose.add(checked)
    // settle() reports failures.
    checked.then(
      () => this.loose.delete(checked),
      () => {},
    )
  }

  /** Waits for all calls. */
  async settle(): Promise<void> {
    while (this.loose.size) await Promise.all(this.loose)
  }

  /** Closes the pipeline and checks its outputs afterwards. */
  async finish(): Promise<void> {
    await this.settle()
    for (const held of this.held) touch(held, digestOf)
    const started = performance.now()
    await within(limitMs, 'close()', this.pipe.close())
    const ms = performance.now() - started
    if (ms > slowest.ms) Object.assign(slowest, { ms, call: 'close()' })
    this.afterClose()
    for (const held of this.held) touch(held, digestOf)
    this.held = []
    this.shared = []
    for (const timer of this.timers) clearTimeout(timer)
  }

  private async perform(call: Call, expected: string[]): Promise<void> {
    const { pipe, model } = this
    // A call that must fail before it reads its data feeds nothing.
    const early = ['PIPELINE_CLOSED', 'API_MIXED', 'QUEUE_FULL']
    const feeds = early.includes(expected[0]!) ? { x: [1] } : model.feeds(call) ? model.feed(call) : undefined
    const signal = this.signalOf(call)
    if (!model.closed && expected[0] !== 'API_MIXED') this.noteStyle(call)
    switch (call.do) {
      case 'build':
        await pipe.build({ signal })
        model.built = 'yes'
        return
      case 'run':
      case 'runSync': {
        this.previousIsDoubtful(expected)
        const own = model.fresh(call) > 0
        const out = await this.runWith(call, feeds, signal).catch((error: PipelineError) => {
          if (own && error.code === 'ABORTED') model.left++
          throw error
        })
        model.takeTurn(own)
        if (this.slots) this.release(this.held)
        this.take(out, true)
        return
      }
      case 'scheduleRun':
        pipe.scheduleRun(feeds)
        model.scheduled++
        return
      case 'outputs':
      case 'share':
        return this.share(call, expected, signal)
      case 'release':
        pipe.releaseOutputs()
        model.shared--
        this.release([this.shared.shift()!])
        return
      case 'loop':
        return this.loop(call.n % 5, signal)
      case 'drive':
        return this.drive(1 + (call.n % 4), signal)
      case 'feed': {
        const [name, data] = Object.entries(feeds ?? model.feed({ ...call, feed: 'right' }) ?? { x: [1] })[0]!
        pipe.feedInput(name, data)
        return
      }
      case 'reset':
        pipe.reset()
        model.reset(this.clear)
        if (this.slots && model.style !== 'schedule') this.release(this.held)
        return
      case 'look':
        return this.look(call.n)
      case 'trim':
        expect(await pipe.releaseUnusedMemory()).toBeGreaterThanOrEqual(0)
        return
      case 'dispose':
        for (const held of this.some(call.n)) {
          held.lists[call.n % 2 ? 'id' : 'wide'][Symbol.dispose]()
          this.release([held])
        }
        return
      case 'read':
      case 'copy':
      case 'as':
        for (const held of this.some(call.n)) use(call, held)
        return
      case 'rest':
        await new Promise((resolve) => setTimeout(resolve, call.n % 12))
        return
      case 'settle':
        return this.settle()
      case 'close': {
        model.closed = true
        this.afterClose()
        return pipe.close()
      }
    }
  }

  private async runWith(call: Call, feeds: Record<string, number[]> | undefined, signal: AbortSignal | undefined) {
    if (call.do === 'run') return this.pipe.run(feeds, { signal })
    try {
      return this.pipe.runSync(feeds)
    } catch (error) {
      // The call was refused while a run() waits, so nothing was fed.
      if ((error as PipelineError).code === 'API_MIXED' && call.feed === 'right') this.model.queue.pop()
      throw error
    }
  }

  private noteStyle({ do: action }: Call): void {
    if (action === 'run' || action === 'runSync') this.model.style = 'run'
    if (['scheduleRun', 'share', 'outputs', 'release'].includes(action)) this.model.style = 'schedule'
    if (action === 'loop') this.model.style = 'iterate'
    if (action === 'drive') this.model.style = 'drive'
  }

  private signalOf({ signal, n }: Call): AbortSignal | undefined {
    if (signal === 'none') return undefined
    if (signal === 'before') return AbortSignal.abort(new Error('enough'))
    const control = new AbortController()
    this.timers.add(setTimeout(() => control.abort(), n % 6))
    return control.signal
  }

  private async share(call: Call, expected: string[], signal: AbortSignal | undefined): Promise<void> {
    const { pipe, model } = this
    if (call.do === 'outputs' && this.shared.length && !model.closed && expected[0] !== 'API_MIXED') {
      model.shared--
      this.release([this.shared.shift()!])
    }
    const counts = !['PIPELINE_CLOSED', 'API_MIXED', 'NOTHING_SCHEDULED'].includes(expected[0]!)
    if (counts) {
      model.scheduled--
      model.sharing++
    }
    try {
      const out = await (call.do === 'outputs' ? pipe.outputs({ signal }) : pipe.shareOutputs({ signal }))
      model.shared++
      this.shared.push(this.take(out, true))
    } catch (error) {
      if (counts && (error as PipelineError).code === 'ABORTED') model.scheduled++
      throw error
    } finally {
      if (counts) model.sharing--
    }
  }

  private async loop(turns: number, signal: AbortSignal | undefined): Promise<void> {
    let turn = 0
    let position = 0
    try {
      for await (const out of this.pipe.epoch({ signal })) {
        if (this.slots) this.release(this.held)
        const samples = samplesOf(this.shape.kind, out)
        if (this.shape.kind === 'fed') expect(samples).toEqual(this.model.queue.shift())
        // An epoch begins with its first sample, and samples are consecutive.
        else for (const s of samples) expect(this.place(s)).toBe(position++)
        this.keep(out)
        if (turn++ >= turns) break
      }
    } finally {
      // A loop that the pipeline refuses, because it is run in another way, releases nothing.
      if (this.slots && this.model.style === 'iterate') this.release(this.held)
    }
  }

  /** A sample's position in its epoch. */
  private place(sample: number): number {
    return isReader(this.shape.kind) ? sample : sample % 10_000
  }

  private async drive(turns: number, signal: AbortSignal | undefined): Promise<void> {
    this.iterator ??= isReader(this.shape.kind) ? iterate(this.pipe, { readerName: 'r' }) : iterate(this.pipe)
    const iterator = this.iterator as AsyncIterableIterator<Lists> & { next(o: object): Promise<IteratorResult<Lists>> }
    for (let turn = 0; turn < turns; turn++) {
      if (this.slots) for (const held of this.held) if (held.state === 'alive') held.state = 'either'
      const { done, value } = await iterator.next({ signal })
      if (done) return
      if (this.slots) this.release(this.held)
      samplesOf(this.shape.kind, value)
      this.keep(value)
    }
  }

  private look(n: number): void {
    const { pipe } = this
    expect(pipe.graph().stages.length).toBeGreaterThan(1)
    expect(`${pipe}${pipe.toMermaid()}`).toContain('cast')
    if (n % 3 === 0) expect(pipe.trace().traceEvents.length).toBeGreaterThanOrEqual(0)
    else expect(pipe.statistics().stages.length).toBe(pipe.graph().stages.length)
    if (this.model.closed) return
    const name = isReader(this.shape.kind) ? ['r'] : []
    expect(Object.keys(pipe.readerMeta())).toEqual(name)
    expect(() => pipe.epochSize('unknown')).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
  }

  // ---- outputs ----

  private take(lists: Lists, ordered: boolean): Held {
    const samples = samplesOf(this.shape.kind, lists)
    const wrong = ordered ? this.model.deliver(samples) : undefined
    if (wrong) expect.fail(wrong)
    return this.keep(lists)
  }

  private keep(lists: Lists): Held {
    const held: Held = { lists, digest: digestOf(lists), state: 'alive' }
    this.model.begun = true
    this.held.push(held)
    if (this.held.length > 12) this.held.splice(0, 1)
    return held
  }

  private some(n: number): Held[] {
    return this.held.length ? [this.held[n % this.held.length]!] : []
  }

  private release(held: Held[]): void {
    for (const one of held) one.state = 'released'
  }

  /** Where the next call releases a batch, a call that fails may have released it, too. */
  private previousIsDoubtful(expected: string[]): void {
    if (!this.slots || ['PIPELINE_CLOSED', 'API_MIXED'].includes(expected[0]!)) return
    for (const held of this.held) if (held.state === 'alive') held.state = 'either'
  }

  /** Checks the outputs after close(): depending on the style they are released, or stay until they are disposed. */
  private afterClose(): void {
    if (this.slots) this.release(this.held)
  }
}
