// A Python process with the user's transformers, which is asked for what its image processors give.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { invalidArgument } from '../../errors/factories.js'
import { type Request, script } from './script.js'

/** A tensor as bytes. */
export interface Raw {
  readonly dtype: string
  readonly shape: readonly number[]
  readonly bytes: Uint8Array
}

export type Outputs = ReadonlyMap<string, Raw>

interface Answer {
  versions?: Record<string, string>
  error?: string
  outputs?: readonly { name: string; dtype: string; shape: number[]; at: number }[]
}

/** What the reference refused: its own words. */
export class Refused extends Error {}

const sizes: Readonly<Record<string, number>> = { uint8: 1, bool: 1, int32: 4, float32: 4, int64: 8, float64: 8 }

export class Reference {
  private readonly folder = mkdtempSync(join(tmpdir(), 'penstock-verify-'))
  private readonly file = join(this.folder, 'outputs')
  private readonly child: ChildProcess
  private readonly lines: AsyncIterator<string>
  private words = ''
  private processors = 0
  versions: Readonly<Record<string, string>> = {}

  private constructor(private readonly python: string) {
    const options = { stdio: ['pipe', 'pipe', 'pipe'] as ['pipe', 'pipe', 'pipe'] }
    this.child = spawn(python, ['-c', script, this.file], options)
    this.child.stderr!.on('data', (data) => {
      this.words = (this.words + data).slice(-4000)
    })
    // Without a listener an error would end this process; the missing answer says what happened.
    this.child.on('error', (error) => {
      this.words += error.message
    })
    this.child.stdin!.on('error', () => {})
    this.lines = createInterface({ input: this.child.stdout! })[Symbol.asyncIterator]()
  }

  /** Starts Python. Errors: INVALID_ARGUMENT, when it cannot be started, or has no transformers. */
  static async start(python: string): Promise<Reference> {
    const reference = new Reference(python)
    try {
      reference.versions = (await reference.answer()).versions ?? {}
      return reference
    } catch (error) {
      reference.close()
      throw error
    }
  }

  private async answer(): Promise<Answer> {
    const { value, done } = await this.lines.next()
    if (!done) return JSON.parse(value)
    const last = this.words.trim().split('\n').at(-1)
    throw invalidArgument(
      `Expected a Python with transformers for --python but ${this.python} ended${last ? `: ${last}` : ''}`,
      'pip install transformers torch torchvision pillow, or name the python of the environment that has them',
    )
  }

  private async ask(request: Request): Promise<Outputs> {
    this.child.stdin!.write(`${JSON.stringify(request)}\n`)
    const { error, outputs = [] } = await this.answer()
    if (error !== undefined) throw new Refused(error)
    const bytes = outputs.length ? readFileSync(this.file) : new Uint8Array()
    return new Map(
      outputs.map(({ name, dtype, shape, at }) => {
        const length = shape.reduce((a, b) => a * b, sizes[dtype] ?? 0)
        return [name, { dtype, shape, bytes: bytes.subarray(at, at + length) }]
      }),
    )
  }

  /** Makes a processor, and gives its number. Errors: Refused. */
  async open(name: string, config: object): Promise<number> {
    const id = this.processors++
    await this.ask({ do: 'open', id, name, config })
    return id
  }

  /** `boxes`: of each image, for a class that processes them. */
  run(id: number, images: readonly string[], boxes?: unknown): Promise<Outputs> {
    return this.ask({ do: 'run', id, images, ...(boxes !== undefined && { boxes }) })
  }

  async load(image: string): Promise<Raw> {
    return (await this.ask({ do: 'load', image })).get('pixels')!
  }

  close(): void {
    this.child.kill()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
