// vitest's pool of worker processes with a watchdog outside of them. A worker that does not answer in time, whatever its
// threads are stuck in, is reported (file, test, native stacks of all threads) and ended; its file fails, the run goes
// on with the other files. The same holds for a worker that does not exit, or crashes, when its tests are done.
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type {
  PoolOptions,
  PoolRunnerInitializer,
  PoolTask,
  PoolWorker,
  WorkerRequest,
  WorkerResponse,
} from 'vitest/node'
import { type Begun, watchPipe } from './protocol.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const stacksScript = fileURLToPath(new URL('stacks.sh', import.meta.url))

/** Milliseconds beyond a test's own limit for its hooks and a busy machine; also what an exit may take. */
const grace = Number(process.env.PENSTOCK_WATCH_GRACE ?? 40) * 1000

/** Where a line goes for each file: CPU seconds, seconds, name. */
const timesFile = process.env.PENSTOCK_TEST_TIMES

/** CPU seconds of a process and of its children that have ended. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /s, '').split(' ').map(Number)
  // In clock ticks, of which Linux has 100 a second for all programs.
  return (fields[11]! + fields[12]! + fields[13]! + fields[14]!) / 100
}

/** Ends processes that tests started and left: they would take the machine's time from other tests. */
function endDescendants(pid: number): void {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`)
    const lists = tasks.map((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8'))
    for (const child of lists.join(' ').split(/\s+/).filter(Boolean).map(Number)) {
      endDescendants(child)
      process.kill(child, 'SIGKILL')
    }
  } catch {
    // They ended by themselves meanwhile.
  }
}

type Listener = (value: unknown) => void

class WatchedWorker implements PoolWorker {
  readonly name = 'watched'
  readonly cacheFs = true
  private child: ChildProcess | undefined
  private exited: Promise<void> = Promise.resolve()
  private readonly listeners = new Map<string, Set<Listener>>()
  private file = 'a worker'
  private test: string | undefined
  private doing = 'start'
  private since = 0
  private begun = { cpu: 0, at: 0 }
  private timer: NodeJS.Timeout | undefined
  /** vitest waits for this worker to start or to run a file. */
  private busy = true
  /** The worker has torn down its tests, and is to exit. */
  private torn = false
  /** Its end was reported. */
  private condemned = false

  constructor(private readonly options: PoolOptions) {}

  on(event: string, listener: Listener): void {
    const all = this.listeners.get(event) ?? new Set()
    this.listeners.set(event, all.add(listener))
  }
  off(event: string, listener: Listener): void {
    this.listeners.get(event)?.delete(listener)
  }
  private emit(event: string, value: unknown): void {
    for (const listener of this.listeners.get(event) ?? []) listener(value)
  }

  /** Starts the clock of the next thing that must end. */
  private expectEnd(doing: string, limit: number): void {
    this.doing = doing
    this.since = Date.now()
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.endStuck(), limit + grace)
  }
  private rest(): void {
    clearTimeout(this.timer)
  }

  async start(): Promise<void> {
    const { distPath, env, project } = this.options
    // Each thread and process that tests start would load the module that vitest adds; it hides warnings of other versions of Node.js.
    const execArgv = this.options.execArgv.filter((flag, i, all) => flag !== '--require' && all[i - 1] !== '--require')
    const temporary = mkdtempSync(join(tmpdir(), 'penstock-tests-'))
    const child = fork(resolve(distPath, 'workers/forks.js'), [], {
      env: { ...env, PENSTOCK_WATCHED: '1', TMPDIR: temporary },
      execArgv,
      stdio: ['pipe', 'pipe', 'pipe', 'ipc', 'pipe'],
      serialization: 'advanced',
    })
    this.child = child
    const { outputStream, errorStream } = project.vitest.logger
    child.stdout?.on('data', (text) => outputStream.write(text))
    child.stderr?.on('data', (text) => errorStream.write(text))
    createInterface(child.stdio[watchPipe] as Readable).on('line', (line) => this.testBegun(JSON.parse(line) as Begun))
    child.on('message', (message) => this.received(message))
    child.on('error', (error) => this.emit('error', error))
    this.exited = new Promise((done) => {
      child.once('exit', (code, signal) => {
        this.left(code, signal)
        // What tests leave there goes with their process, also when it crashed.
        try {
          rmSync(temporary, { recursive: true, force: true, maxRetries: 3 })
        } catch {
          // A program that a test started still writes there.
        }
        done()
      })
    })
    this.begun.at = Date.now()
    this.expectEnd('its start', 20_000)
  }

  send(message: WorkerRequest): void {
    if (message.type === 'run' || message.type === 'collect') {
      this.file = message.context.files.map(({ filepath }) => relative(root, filepath)).join(', ')
      this.test = undefined
      this.busy = true
      this.expectEnd('loading the file', this.options.project.config.hookTimeout)
    }
    if (message.type === 'stop') this.expectEnd('its teardown', 0)
    // A worker that is gone is told of elsewhere.
    this.child?.send(message, () => {})
  }

  private testBegun({ test, limit }: Begun): void {
    if (this.condemned || this.torn) return
    this.test = test
    this.expectEnd('the test', limit)
  }

  private received(message: unknown): void {
    const { type } = message as Partial<WorkerResponse>
    if (type === 'started' || type === 'testfileFinished') this.rest()
    if (type === 'testfileFinished') {
      this.busy = false
      this.noteTimes()
    }
    if (type === 'stopped') this.torn = true
    this.emit('message', message)
  }

  private noteTimes(): void {
    if (!timesFile || !this.child?.pid) return
    const now = { cpu: cpuOf(this.child.pid), at: Date.now() }
    const [cpu, wall] = [now.cpu - this.begun.cpu, (now.at - this.begun.at) / 1000]
    appendFileSync(timesFile, `${cpu.toFixed(2)} ${wall.toFixed(2)} ${this.file}\n`)
    this.begun = now
  }

  deserialize(data: unknown): unknown {
    return data
  }

  /** Whether the next file may run in the same process. */
  canReuse(task: PoolTask): boolean {
    return !this.condemned && this.child?.exitCode === null && task.worker === this.name
  }

  async stop(): Promise<void> {
    const { child } = this
    if (!child || this.condemned || child.exitCode !== null || child.signalCode !== null) return this.exited
    if (this.torn) {
      this.expectEnd('its exit', 0)
      endDescendants(child.pid!)
      child.kill('SIGTERM')
    } else {
      // vitest gives up the file, as --bail does after a failure of another: this end is no failure.
      this.condemned = true
      this.rest()
      child.kill('SIGKILL')
    }
    await this.exited
  }

  /** The process is gone; unless it was to go, and went well, that is a failure. */
  private left(code: number | null, signal: NodeJS.Signals | null): void {
    this.rest()
    if (this.condemned || (this.torn && (code === 0 || signal === 'SIGTERM'))) return
    this.condemned = true
    this.fail(`ended (${signal ?? `exit code ${code}`}) in ${this.where()}`)
  }

  private where(): string {
    if (this.test === undefined) return this.doing
    return `${this.doing}${this.doing === 'the test' ? '' : ', after'} "${this.test}"`
  }

  private fail(what: string): void {
    const error = new Error(`The process of ${this.file} ${what}`)
    if (this.busy) {
      this.emit('error', error)
      return
    }
    // The results of the file are in; vitest would only log what comes after them.
    process.exitCode = 1
    this.options.project.vitest.state.catchError(error, 'Worker Error')
    this.emit('message', { __vitest_worker_response__: true, type: 'stopped' } satisfies WorkerResponse)
  }

  private async endStuck(): Promise<void> {
    const { child } = this
    if (this.condemned || !child?.pid || child.exitCode !== null) return
    this.condemned = true
    const what = `was stuck for ${Math.round((Date.now() - this.since) / 1000)} s in ${this.where()}`
    const report = await new Promise<string>((done) => {
      const tool = execFile(
        'sh',
        [stacksScript, '--end', String(child.pid)],
        { timeout: 60_000, maxBuffer: 1 << 26 },
        (_, out) => done(out),
      )
      tool.stdin?.end()
    })
    child.kill('SIGKILL')
    this.options.project.vitest.logger.error(`\nThe process of ${this.file} ${what}:\n${report}`)
    await this.exited
    this.fail(what)
  }
}

export const watchedPool: PoolRunnerInitializer = {
  name: 'watched',
  createPoolWorker: (options) => new WatchedWorker(options),
}
