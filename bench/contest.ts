// Contenders and contests. A contender is a child process that speaks the line protocol of bench/rivals/README.md: it
// is started once, works only when told `go SECONDS`, and is idle otherwise, so that turns do not disturb each other.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export const benchDir = dirname(fileURLToPath(import.meta.url))

export interface Entry {
  name: string
  command: string[]
  cwd?: string
}

export interface Result {
  imagesPerSecond: number
  peakRssBytes: number
  [extra: string]: unknown
}

/** One started contender. */
class Running {
  private readonly lines: AsyncIterator<string>

  constructor(
    readonly entry: Entry,
    private readonly child: ChildProcess,
  ) {
    this.lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  }

  static async start(entry: Entry): Promise<Running> {
    const [file, ...args] = entry.command
    const child = spawn(file!, args, {
      cwd: entry.cwd ?? benchDir,
      stdio: ['pipe', 'pipe', process.env.BENCH_VERBOSE ? 'inherit' : 'ignore'],
    })
    const running = new Running(entry, child)
    await running.answer()
    return running
  }

  async go(seconds: number): Promise<Result> {
    this.child.stdin!.write(`go ${seconds}\n`)
    return (await this.answer()) as Result
  }

  quit(): void {
    this.child.stdin!.end('quit\n')
    setTimeout(() => this.child.kill('SIGKILL'), 3000).unref()
  }

  private async answer(): Promise<Record<string, unknown>> {
    for (;;) {
      const { done, value } = await this.lines.next()
      if (done) throw new Error(`${this.entry.name} ended before it answered; BENCH_VERBOSE=1 shows its messages`)
      if (value.startsWith('{')) return JSON.parse(value)
    }
  }
}

export interface Contest {
  rounds: number
  seconds: number
  results: Record<string, Result[]>
}

/** Starts all, lets them take turns for `rounds` rounds in alternating order, ends all. One that fails is left out. */
export async function contest(entries: Entry[], rounds: number, seconds: number): Promise<Contest> {
  const running: Running[] = []
  for (const entry of entries) {
    try {
      running.push(await Running.start(entry))
    } catch (e) {
      console.error(`left out: ${(e as Error).message}`)
    }
  }
  const results: Record<string, Result[]> = Object.fromEntries(running.map((r) => [r.entry.name, []]))
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 ? [...running].reverse() : running
    for (const r of order) {
      const result = await r.go(seconds)
      results[r.entry.name]!.push(result)
      console.error(`  round ${round + 1} ${r.entry.name}: ${result.imagesPerSecond.toFixed(0)} img/s`)
    }
  }
  for (const r of running) r.quit()
  await new Promise((resolve) => setTimeout(resolve, 3500))
  return { rounds, seconds, results }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const mid = sorted.length >> 1
  return sorted.length % 2 ? sorted[mid]! : (sorted[mid - 1]! + sorted[mid]!) / 2
}

export const rates = (results: Result[] = []): number[] => results.map((r) => r.imagesPerSecond)

/** Ratios of the same round, so that a machine that slows down slows both. */
export function ratios(a: Result[] = [], b: Result[] = []): number[] {
  return rates(a)
    .map((rate, i) => rate / rates(b)[i]!)
    .filter(Number.isFinite)
}

export const spread = (values: number[]): string =>
  values.length
    ? `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)}-${Math.max(...values).toFixed(2)})`
    : '-'

/** The rivals that are installed, as contenders for `job`. */
export function rivals(job: string, flags: string[]): Entry[] {
  const dir = join(benchDir, 'rivals')
  const listed = JSON.parse(readFileSync(join(dir, 'rivals.json'), 'utf8')) as Record<
    string,
    { command: string[]; jobs: string[] }
  >
  return Object.entries(listed).flatMap(([name, r]) => {
    if (!r.jobs.includes(job)) return []
    if (!r.command.some((part) => part.includes('/') && existsSync(join(dir, part)))) {
      console.error(`left out: ${name} is not installed (bench/rivals/install.sh ${name})`)
      return []
    }
    return [{ name, command: [...r.command, '--job', job, ...flags], cwd: dir }]
  })
}
