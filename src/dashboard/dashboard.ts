// The dashboard of one pipeline decides what the page gets, and when. It runs on the pipeline's thread. It
// works only while a page is open: without one it costs a comparison per batch.
import { Mutex } from 'async-mutex'
import { opTitle } from '../graph/print.js'
import { factsOf } from '../preview/facts.js'
import type { Statistics } from '../statistics/types.js'
import type { Hello, RunState, Update } from './messages.js'
import { type DashboardOptions, settingsOf } from './options.js'
import { sampleView } from './sample.js'
import { type Answer, DashboardServer, type Routes } from './server.js'
import { Camera } from './sheet.js'
import { eventText, maxClients, Stream } from './stream.js'
import type { BatchWatcher, Watched } from './watched.js'

/** A dashboard that is open. */
export interface Dashboard extends AsyncDisposable {
  /** The address of the page, with the token that lets a browser in. */
  readonly url: string
  /** Closes the server and all connections. A second call does nothing more. `await using` calls it. */
  close(): Promise<void>
}

const everyMs = 500
/** Number of bad samples that a message lists at most: the last ones. */
const maxBad = 200

/** Opens a dashboard. `options` were not checked yet. */
export async function openDashboard(watched: Watched, options: DashboardOptions): Promise<Dashboard> {
  const open = new OpenDashboard(watched, options)
  await open.listen()
  return open
}

class OpenDashboard implements Dashboard, BatchWatcher {
  url = ''
  private readonly stream = new Stream()
  private readonly camera = new Camera(
    ({ sheet }) => this.tellSheet(JSON.stringify(sheet)),
    () => factsOf(this.watched.graph, this.watched.engine.readers()),
  )
  private readonly server: DashboardServer
  private readonly replaying = new Mutex()
  private readonly opened = performance.now()
  private readonly keepOpen: boolean
  private readonly unwatch: () => void
  private timer: NodeJS.Timeout | undefined
  private state: RunState = 'waiting'
  private closing: Promise<void> | undefined
  private final: Statistics | undefined

  constructor(
    private readonly watched: Watched,
    options: DashboardOptions,
  ) {
    const settings = settingsOf(options)
    this.keepOpen = settings.keepOpen
    this.server = new DashboardServer(this.routes(), settings)
    this.unwatch = watched.engine.watch(this)
  }

  async listen(): Promise<void> {
    try {
      this.url = await this.server.listen()
    } catch (error) {
      this.unwatch()
      throw error
    }
  }

  see(outputs: Parameters<BatchWatcher['see']>[0]): void {
    if (this.stream.size) this.camera.see(outputs)
  }

  async ended(): Promise<void> {
    this.state = 'ended'
    this.final = this.statistics()
    if (!this.keepOpen) return this.close()
    this.update()
  }

  close(): Promise<void> {
    this.closing ??= this.shutDown()
    return this.closing
  }
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  private async shutDown(): Promise<void> {
    this.unwatch()
    clearInterval(this.timer)
    this.update(true)
    this.stream.end()
    await this.server.close()
  }

  private routes(): Routes {
    const json = (file: string, make: () => unknown) => (): Answer => {
      try {
        return { type: 'application/json', body: `${JSON.stringify(make())}\n`, file }
      } catch (error) {
        return { status: 503, type: 'text/plain', body: `${(error as Error).message}\n` }
      }
    }
    return {
      GET: {
        '/events': () => (response) => this.join(response),
        '/statistics.json': json('penstock-statistics.json', () => this.watched.engine.statistics()),
        '/trace.json': json('penstock-trace.json', () => this.watched.engine.trace()),
        '/sheet': (url) => this.sheet(url),
      },
      POST: { '/replay': (url) => this.replay(url) },
    }
  }

  private join(response: Parameters<Stream['add']>[0]): void {
    if (this.stream.size >= maxClients) {
      response.writeHead(503, { 'Content-Type': 'text/plain', 'Retry-After': '10' })
      response.end(`Expected at most ${maxClients} pages at once\n`)
      return
    }
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    const { latest } = this.camera
    const sheet = latest ? eventText('sheet', JSON.stringify(latest.sheet)) : ''
    this.stream.add(response, eventText('hello', JSON.stringify(this.hello())) + sheet)
    this.update()
    this.timer ??= setInterval(() => this.update(), everyMs).unref()
  }

  private hello(): Hello {
    const { plan, options } = this.watched
    return {
      stages: plan.stages.map((stage) => ({
        name: stage.name,
        kind: stage.kind,
        ops:
          'program' in stage
            ? stage.program.ops.map((op) => ({ name: op.name, title: opTitle(op), device: op.device ?? 'cpu' }))
            : [],
      })),
      mailboxes: plan.mailboxes.map(({ from, to }) => ({ from, to })),
      batchSize: options.batchSize,
      seed: options.seed,
      executor: options.executor,
      threads: options.numThreads,
      budget: options.memoryBudget,
      pid: process.pid,
    }
  }

  /** Sends the present state to all pages that can take it. */
  private update(last = false): void {
    if (!this.stream.size) {
      clearInterval(this.timer)
      this.timer = undefined
      return
    }
    const statistics = this.statistics()
    if (this.state === 'waiting' && statistics) this.state = 'running'
    const update: Update = {
      state: this.state,
      at: performance.now() - this.opened,
      waiting: this.watched.engine.waiting(),
      resident: process.memoryUsage.rss(),
      last,
    }
    this.stream.send(statistics?.badTotal ?? 0, (withBad) => {
      const badSamples = withBad ? (statistics?.badSamples.slice(-maxBad) ?? []) : []
      const all = statistics ? { ...update, statistics: { ...statistics, badSamples } } : update
      return eventText('update', JSON.stringify(all))
    })
  }

  private statistics(): Statistics | undefined {
    if (this.final) return this.final
    try {
      return this.watched.engine.statistics()
    } catch {
      // The pipeline is not built yet, or was closed before it was.
      return undefined
    }
  }

  private tellSheet(json: string): void {
    this.stream.tell(eventText('sheet', json))
  }

  /** The pixels of the latest contact sheet, by its number: none for another one. */
  private sheet(url: URL): Answer {
    const { latest } = this.camera
    if (!latest || String(latest.sheet.number) !== url.searchParams.get('number')) {
      return { status: 204, type: 'text/plain', body: '' }
    }
    return { type: 'application/octet-stream', body: latest.pixels }
  }

  /** Makes one sample again. One at a time, because each takes threads of its own. */
  private async replay(url: URL): Promise<Answer> {
    const refuse = (status: number, text: string): Answer => ({ status, type: 'text/plain', body: `${text}\n` })
    const [index, epoch] = ['index', 'epoch'].map((name) => Number(url.searchParams.get(name) ?? Number.NaN))
    if (!Number.isSafeInteger(index) || !Number.isSafeInteger(epoch) || index! < 0 || epoch! < 0) {
      return refuse(400, 'Expected the index and the epoch of a sample')
    }
    if (this.replaying.isLocked()) return refuse(429, 'Another sample is being made: try again when it is there')
    return this.replaying.runExclusive(async () => {
      const view = await sampleView(this.watched, {
        index: index!,
        epoch: epoch!,
        decode: url.searchParams.has('decode'),
      })
      return { type: 'application/json', body: JSON.stringify(view) }
    })
  }
}
