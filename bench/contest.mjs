// Runs contests between contenders. A contender is a child process that speaks the line protocol of
// bench/rivals/README.md: it is started once, works only when told `go SECONDS`, and is idle otherwise, so that turns
// do not disturb each other. This is plain JavaScript, so that it also runs where there is no npm.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export const benchDir = dirname(fileURLToPath(import.meta.url))

/** How long a contender may take until it is ready. */
const startSeconds = 120

/** One started contender. */
class Running {
  errors = ''

  constructor({ name, command: [file, ...args], cwd = benchDir }) {
    this.name = name
    this.child = spawn(file, args, { cwd, stdio: 'pipe' })
    this.child.on('error', ({ message }) => {
      this.errors += message
    })
    this.child.stdin.on('error', () => {})
    this.child.stderr.on('data', (text) => {
      this.errors = (this.errors + text).slice(-2000)
    })
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]()
  }

  /** The next answer. Throws when the process ends or says nothing for too long. */
  async answer(seconds) {
    let timer
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${this.name}: no answer for ${seconds} s`)), 1000 * seconds)
    })
    try {
      for (;;) {
        const { done, value } = await Promise.race([this.lines.next(), late])
        if (done) throw new Error(`${this.name} ended: ${this.errors.trim().split('\n').slice(-6).join(' | ')}`)
        if (value.startsWith('{')) return JSON.parse(value)
      }
    } finally {
      clearTimeout(timer)
    }
  }

  go(seconds) {
    this.child.stdin.write(`go ${seconds}\n`)
    return this.answer(3 * seconds + 20)
  }

  quit() {
    this.child.stdin.end('quit\n')
    setTimeout(() => this.child.kill('SIGKILL'), 3000).unref()
    return new Promise((done) =>
      this.child.exitCode === null && !this.child.signalCode ? this.child.on('exit', done) : done(),
    )
  }
}

/** Starts all, lets them take turns for `rounds` rounds in alternating order, ends all. One that fails is left out. */
export async function contest(entries, rounds, seconds, until = Number.POSITIVE_INFINITY) {
  const failed = {}
  const results = {}
  const started = []
  const running = new Set()
  const attempt = async (contender, work) => {
    try {
      await work()
    } catch ({ message }) {
      failed[contender.name] = message
      running.delete(contender)
      console.error(`  left out: ${message}`)
    }
  }
  for (const entry of entries) {
    const contender = new Running(entry)
    started.push(contender)
    await attempt(contender, async () => {
      await contender.answer(startSeconds)
      running.add(contender)
      results[entry.name] = []
    })
  }
  for (let round = 0; round < rounds && performance.now() < until; round++) {
    for (const contender of round % 2 ? [...running].reverse() : [...running]) {
      await attempt(contender, async () => {
        const result = await contender.go(seconds)
        results[contender.name].push(result)
        console.error(`  round ${round + 1} ${contender.name}: ${result.imagesPerSecond.toFixed(0)} img/s`)
      })
    }
  }
  await Promise.all(started.map((contender) => contender.quit()))
  return { rounds, seconds, results, failed }
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const mid = sorted.length >> 1
  return sorted.length % 2 ? sorted[mid] : (sorted[mid - 1] + sorted[mid]) / 2
}

export const rates = (results = []) => results.map((r) => r.imagesPerSecond)

/** Ratios of the same round, so that a machine that slows down slows both. */
export const ratios = (a, b) =>
  rates(a)
    .map((rate, i) => rate / rates(b)[i])
    .filter(Number.isFinite)

/** "median (min-max)" */
export function spread(values, digits = 2) {
  if (!values.length) return '-'
  const [middle, min, max] = [median(values), Math.min(...values), Math.max(...values)].map((v) => v.toFixed(digits))
  return `${middle} (${min}-${max})`
}

/** The rivals that are installed, as contenders for `job`. */
export function rivals(job, flags) {
  const dir = join(benchDir, 'rivals')
  return Object.entries(JSON.parse(readFileSync(join(dir, 'rivals.json'), 'utf8'))).flatMap(([name, r]) => {
    if (!r.jobs.includes(job)) return []
    if (!r.command.some((part) => part.includes('/') && existsSync(join(dir, part)))) {
      console.error(`left out: ${name} is not installed (bench/rivals/install.sh ${name})`)
      return []
    }
    return [{ name, command: [...r.command, '--job', job, ...flags], cwd: dir }]
  })
}
