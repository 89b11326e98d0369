// Runs examples/frameworks/classify-server.mjs as a process, on a free port of this machine.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { peers } from '../../test/util/nodes.js'
import { copiedExamples } from '../../test/util/peer-examples.js'

/** The answer of GET /health. */
export interface Health {
  answered: number
  failed: number
  refused: number
  aborted: number
  meanBatch: number
  waiting: number
  inFlight: number
  held: number
  rss: number
  cpuSeconds: number
}

export class LabelServer {
  private constructor(
    private readonly child: ChildProcess,
    /** On 127.0.0.1. */
    readonly port: number,
    /** The text that it has printed, to both streams. */
    readonly lines: string[],
  ) {}

  /** Resolves when it listens. `options`: those of its command line. */
  static async start(...options: string[]): Promise<LabelServer> {
    const program = `${copiedExamples()}/classify-server.mjs`
    const child = spawn(process.execPath, [program, '--port', '0', ...options], { cwd: peers, stdio: 'pipe' })
    process.once('exit', () => child.kill('SIGKILL'))
    const lines: string[] = []
    createInterface({ input: child.stderr! }).on('line', (line) => lines.push(line))
    const output = createInterface({ input: child.stdout! }).on('line', (line) => lines.push(line))
    await Promise.race([once(output, 'line'), once(child, 'exit')])
    const port = Number(/^listening on http:\/\/127\.0\.0\.1:(\d+)$/.exec(lines[0] ?? '')?.[1])
    if (!port) throw new Error(`the server did not start: ${lines.join('\n')}`)
    return new LabelServer(child, port, lines)
  }

  async health(): Promise<Health> {
    return (await (await fetch(`http://127.0.0.1:${this.port}/health`)).json()) as Health
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal)
  }

  /** Asks it to end, and resolves with its exit code when it has. */
  async stop(): Promise<number | null> {
    const { exitCode } = this.child
    if (exitCode !== null) return exitCode
    const left = once(this.child, 'close')
    this.kill('SIGTERM')
    return (await left)[0] as number | null
  }
}
