// Contenders take turns, round by round in alternating order, so that changes of the machine's speed affect all of
// them.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const job = fileURLToPath(new URL('./job.mjs', import.meta.url))
const dali = fileURLToPath(new URL('./dali.py', import.meta.url))
const startMs = 60_000

class Contender {
  constructor(name, options) {
    this.name = name
    const program = options.python ? [options.python, dali] : [process.execPath, job]
    this.child = spawn(program[0], [program[1], JSON.stringify(options)], { stdio: ['pipe', 'pipe', 'pipe'] })
    this.child.on('error', ({ message }) => {
      this.errors += message
    })
    this.child.stdin.on('error', () => {})
    this.errors = ''
    this.child.stderr.on('data', (text) => {
      this.errors = (this.errors + text).slice(-2000)
    })
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]()
  }
  /** The next answer; throws when the process ends or says nothing for too long. */
  async answer(ms) {
    let timer
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${this.name}: no answer for ${ms / 1000} s`)), ms)
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
  async go(seconds) {
    this.child.stdin.write(`go ${seconds}\n`)
    return this.answer(1000 * seconds * 3 + 20_000)
  }
  quit() {
    this.child.stdin.end('quit\n')
    setTimeout(() => this.child.kill('SIGKILL'), 3000).unref()
    return new Promise((done) =>
      this.child.exitCode === null && !this.child.signalCode ? this.child.on('exit', done) : done(),
    )
  }
}

/**
 * `entries`: options by name; those with `python`, an interpreter that has DALI, are DALI's. Returns { results: { name: [per round] }, failed: { name: why } }. An entry that fails is left out.
 * `until`: performance.now() at which no further round begins.
 */
export async function contest(entries, { rounds, seconds, until }) {
  const failed = {}
  let running = []
  const starting = Object.entries(entries).map(([name, options]) => new Contender(name, options))
  for (const c of starting) {
    try {
      await c.answer(startMs)
      running.push(c)
    } catch (e) {
      failed[c.name] = e.message
      console.error(`  left out: ${e.message}`)
    }
  }
  const results = Object.fromEntries(running.map((c) => [c.name, []]))
  for (let round = 0; round < rounds && performance.now() < until; round++) {
    for (const c of round % 2 ? [...running].reverse() : running) {
      try {
        const r = await c.go(seconds)
        results[c.name].push(r)
        console.error(`  round ${round + 1} ${c.name}: ${r.imagesPerSecond.toFixed(0)} img/s`)
      } catch (e) {
        failed[c.name] = e.message
        console.error(`  left out: ${e.message}`)
        running = running.filter((other) => other !== c)
      }
    }
  }
  await Promise.all(starting.map((c) => c.quit()))
  return { results, failed }
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const mid = sorted.length >> 1
  return sorted.length % 2 ? sorted[mid] : (sorted[mid - 1] + sorted[mid]) / 2
}

export const rates = (list = []) => list.map((r) => r.imagesPerSecond)

/** Ratios round by round. */
export const ratios = (a = [], b = []) =>
  rates(a)
    .slice(0, b.length)
    .map((rate, i) => rate / b[i].imagesPerSecond)

/** "median (least-most)" */
export function spread(values, digits = 2) {
  if (!values.length) return '-'
  const f = (v) => v.toFixed(digits)
  return `${f(median(values))} (${f(Math.min(...values))}-${f(Math.max(...values))})`
}
