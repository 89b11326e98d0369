// Runs the process that runs DALI. It answers calls in order, and several may be under way. Where the process crashes
// or hangs, the call that it works on fails and a new process takes the others. Where that does not start, they fail,
// and the next call tries again.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Case, Outcome } from './cases.js'
import { decodeOutcome, encode, encodeCall, type Frame, FrameReader } from './frames.js'
import type { Rate } from './penstock.js'

/** Something that answers cases as DALI does. */
export interface Answerer {
  readonly version: string
  answer(op: string, c: Case): Promise<Outcome>
  close(): void
}

interface Call {
  bytes: Buffer
  risky: boolean
  resolve(frame: Frame): void
  reject(error: Error): void
}

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The environment variable that names another Python with DALI. */
export const pythonVariable = 'DALI_PYTHON'

/** The command that starts DALI; undefined where it is not installed. */
export function daliCommand(): string[] | undefined {
  const python = process.env[pythonVariable] ?? `${root}bench/rivals/.venv-dali/bin/python`
  return existsSync(python) ? [resolve(python), `${root}tools/parity/dali.py`] : undefined
}

/** DALI failed, not by an error of its own: it crashed, or did not answer in time. */
export class DaliFailure extends Error {}

const messagesKept = 2000
const startSeconds = 60

export class Dali implements Answerer {
  version = ''
  private child: ChildProcess | undefined
  /** The process that is starting: it has not said yet that it is ready. */
  private starting: ChildProcess | undefined
  private readonly waiting: Call[] = []
  private timer: NodeJS.Timeout | undefined
  private messages = ''
  private closed = false
  /** Whether the process has ended and the one after it did not start. */
  private gone = false
  /** The working folder of the process: an operator that writes files writes them there. */
  private readonly folder = mkdtempSync(join(tmpdir(), 'penstock-dali-'))

  /** `seconds`: how long one call may take. */
  private constructor(
    private readonly command: readonly string[],
    private readonly seconds: number,
  ) {}

  /** Starts the process. Rejects with its messages where it ends before it is ready. */
  static async start(command: readonly string[], seconds = 30): Promise<Dali> {
    const dali = new Dali(command, seconds)
    await dali.spawn().catch((error) => {
      dali.close()
      throw error
    })
    return dali
  }

  async answer(op: string, c: Case): Promise<Outcome> {
    try {
      return decodeOutcome(await this.send(encodeCall('case', op, c), c.risky))
    } catch (error) {
      if (error instanceof DaliFailure) return { error: `DALI failed: ${error.message}` }
      throw error
    }
  }

  /** Readies a call to be timed; returns which way of calling DALI was the faster one. */
  async prepare(op: string, c: Case, threads: number): Promise<string> {
    const { header } = await this.send(encodeCall('prepare', op, c, { threads }))
    if (header.error !== undefined) throw new DaliFailure(String(header.error))
    return String(header.way)
  }

  /** Runs the prepared call for `seconds`. */
  async rate(seconds: number): Promise<Rate> {
    const { header } = await this.send(encode({ kind: 'go', seconds }))
    if (header.error !== undefined) throw new DaliFailure(String(header.error))
    return { perSecond: Number(header.rate), cpuSeconds: Number(header.cpu) }
  }

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
    this.child?.kill('SIGKILL')
    this.starting?.kill('SIGKILL')
    rmSync(this.folder, { recursive: true, force: true })
  }

  private send(bytes: Buffer, risky = false): Promise<Frame> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ bytes, risky, resolve, reject })
      if (this.gone) return this.restart()
      this.child?.stdin?.write(bytes)
      if (this.waiting.length === 1) this.watch()
    })
  }

  /** Gives the first call its time. */
  private watch(): void {
    clearTimeout(this.timer)
    if (!this.waiting.length) return
    this.timer = setTimeout(() => {
      this.messages = `no answer within ${this.seconds} s`
      this.child?.kill('SIGKILL')
    }, this.seconds * 1000)
  }

  private async spawn(): Promise<void> {
    const [file, ...args] = this.command
    const child = spawn(file!, args, { stdio: ['pipe', 'pipe', 'pipe'], cwd: this.folder })
    this.starting = child
    const frames = new FrameReader()
    this.messages = ''
    // A process that has ended takes no more; `close` says so too.
    child.stdin.on('error', () => {})
    child.stderr.on('data', (text: Buffer) => {
      this.messages = `${this.messages}${text}`.slice(-messagesKept)
    })
    const ready = new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => child.kill('SIGKILL'), startSeconds * 1000)
      let started = false
      child.stdout.on('data', (piece: Buffer) => {
        for (const frame of frames.push(piece)) {
          if (started && this.child !== child) return // it was replaced
          if (started) this.take(frame)
          else {
            started = true
            clearTimeout(late)
            this.version = String(frame.header.version)
            resolve()
          }
        }
      })
      child.on('error', reject)
      child.on('close', (code, signal) => {
        clearTimeout(late)
        if (!started) reject(new DaliFailure(`DALI ended before it was ready (${signal ?? code}): ${this.messages}`))
        else if (this.child === child) this.ended(signal ?? code)
      })
    })
    await ready.finally(() => {
      this.starting = undefined
    })
    this.child = child
    for (const { bytes } of this.waiting) child.stdin.write(bytes)
    this.watch()
  }

  private take(frame: Frame): void {
    const call = this.waiting.shift()
    call?.resolve(frame)
    if (call?.risky) this.restart()
    else this.watch()
  }

  /** Goes on in a new process, which takes the calls that wait. */
  private restart(): void {
    this.child?.kill('SIGKILL')
    this.child = undefined
    clearTimeout(this.timer)
    this.gone = false
    if (this.closed) return
    this.spawn().catch((error) => {
      this.gone = true
      for (const call of this.waiting.splice(0)) call.reject(error)
    })
  }

  /** The call that the process was at fails; a new process does the rest. */
  private ended(how: string | number | null): void {
    if (this.closed) return
    const last = this.messages.trim().split('\n').at(-1) ?? ''
    this.waiting.shift()?.reject(new DaliFailure(`its process ended (${how})${last && `: ${last}`}`))
    this.restart()
  }
}
