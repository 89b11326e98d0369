// Runs the JavaScript targets: cases run in child processes (test/fuzz/engine/child.mjs), which this process watches. A
// case that breaks one is made smaller and written to fuzz/findings.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Build, Options, Say } from './build.js'
import { smaller } from './shrink.js'
import { root, type Target } from './targets.js'

interface Finding {
  kind: string
  text: string
  n: number
  json: string
}

interface Ran {
  findings: Finding[]
  done: number
  totals: Record<string, number>
  /** The number of the case that ended the process; the next child continues with the case after it. */
  diedAt?: number
}

/** Milliseconds without progress after which a case counts as hung. A busy machine needs such a long limit. */
const patience = 150_000
const maxFindings = 5
const shrinkSeconds = 30

/** Runs one child until it ends. */
function runChild(target: Target, build: Build, args: string[]): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-fuzz-'))
  const current = join(folder, 'case')
  const common = ['--target', target.name, '--dist', build.dist, '--current', current]
  const child = spawn(process.execPath, ['test/fuzz/engine/child.mjs', ...common, ...args], {
    cwd: root,
    env: build.nodeEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-20_000)
  })
  const running = (): string => {
    try {
      return readFileSync(current, 'utf8')
    } catch {
      return ''
    }
  }
  let stuck = false
  let last = { at: Date.now(), text: '' }
  const watch = setInterval(() => {
    const text = running()
    if (text !== last.text) last = { at: Date.now(), text }
    else if (Date.now() - last.at > patience) {
      stuck = true
      child.kill('SIGKILL')
    }
  }, 1000)
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      clearInterval(watch)
      const ran = read(out)
      if (code !== 0) {
        const [n, json] = running().split('\n') as [string, string?]
        ran.diedAt = Number(n)
        // A hang that the child detected itself has been reported already.
        if (!ran.findings.some((f) => f.n === ran.diedAt && f.kind === 'hang'))
          ran.findings.push({
            kind: stuck ? 'hang' : crashName(errors, code, signal),
            text: errors,
            n: Number(n),
            json: json ?? '',
          })
      }
      rmSync(folder, { recursive: true, force: true })
      resolve(ran)
    })
  })
}

function read(out: string): Ran {
  const ran: Ran = { findings: [], done: 0, totals: {} }
  for (const line of out.split('\n').filter(Boolean)) {
    const said = JSON.parse(line)
    if (said.finding) ran.findings.push({ kind: said.finding, text: said.text, n: said.n, json: said.case })
    else Object.assign(ran, said)
  }
  return ran
}

/** The summary line of a sanitizer's report, which names the crash. */
function crashName(errors: string, code: number | null, signal: string | null): string {
  const line = /SUMMARY: .*/.exec(errors)?.[0] ?? /runtime error: .*/.exec(errors)?.[0]
  return `crash: ${line ?? signal ?? `exit code ${code}`}`
}

async function replayOne(target: Target, build: Build, json: string): Promise<Finding | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-fuzz-'))
  const file = join(folder, 'case.json')
  writeFileSync(file, json)
  const { findings } = await runChild(target, build, [file])
  rmSync(folder, { recursive: true, force: true })
  return findings[0]
}

async function keep(target: Target, build: Build, finding: Finding, say: Say): Promise<void> {
  const name = createHash('sha256').update(finding.json).digest('hex').slice(0, 16)
  const folder = join(root, 'fuzz/findings', target.name)
  const path = join(folder, `${name}.json`)
  mkdirSync(folder, { recursive: true })
  say(`FOUND ${target.name}: ${finding.kind}\n  ${path}\n${finding.text}\n`)
  writeFileSync(path, `${finding.json}\n`)
  if (finding.kind === 'hang') return
  const small = await smaller(finding.json, shrinkSeconds, async (json) => {
    return (await replayOne(target, build, json))?.kind === finding.kind
  })
  writeFileSync(path, `${small}\n`)
  say(`  ${small.length} of ${finding.json.length} characters needed\n`)
}

export async function runScript(target: Target, build: Build, how: Options, say: Say): Promise<number> {
  let until = how.runs === undefined ? Date.now() + how.seconds * 1000 : Number.POSITIVE_INFINITY
  const begin = Date.now()
  const kinds = new Set<string>()
  const totals: Record<string, number> = {}
  let from = 0
  const last = how.runs ?? Number.POSITIVE_INFINITY
  while (from < last && Date.now() < until && kinds.size < maxFindings) {
    const args = ['--seed', `${how.seed}`, '--from', `${from}`, '--until', `${until}`, '--runs', `${last - from}`]
    const ran = await runChild(target, build, args)
    for (const [key, count] of Object.entries(ran.totals)) totals[key] = (totals[key] ?? 0) + count
    from = ran.diedAt === undefined ? from + ran.done : ran.diedAt + 1
    for (const finding of ran.findings) {
      if (kinds.has(finding.kind)) continue
      kinds.add(finding.kind)
      const paused = Date.now()
      await keep(target, build, finding, say)
      until += Date.now() - paused
    }
    if (Number.isNaN(from)) break // the child could not start; the finding says why
  }
  const codes = Object.entries(totals).filter(([key]) => /^[A-Z_]+$/.test(key))
  const refused = codes.reduce((sum, [, count]) => sum + count, 0)
  const seconds = Math.round((Date.now() - begin) / 1000)
  say(`${target.name.padEnd(12)} ${from} cases in ${seconds} s, ${refused} refused, ${kinds.size} findings\n`)
  return kinds.size
}

export async function replayScript(target: Target, build: Build, files: string[], say: Say): Promise<number> {
  let bad = 0
  for (const file of files) {
    const finding = await replayOne(target, build, readFileSync(file, 'utf8'))
    if (!finding) continue
    say(`FOUND ${target.name}: ${finding.kind}\n  ${file}\n${finding.text}\n`)
    bad++
  }
  return bad
}
