// The figures of parity that the repository holds, by operator: results of the reference library that the tests compare
// with (test/golden), and the last run on a GPU (bench/results/gpu-tests/parity.txt). A new source is a function here.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Parity {
  /** Stored results of the reference library; how many are equal, and by how much 8-bit results may differ at most. */
  reference?: { library: string; cases: number; equal: number; maxSteps: number }
  /** Cases that a GPU was compared with the CPU in; the largest difference as a part of what the test allows. */
  gpu?: { cases: number; largest: number }
}

interface Golden {
  op?: string
  madeWith?: Record<string, string>
  cases?: { maxDiff: number; outputs: { dtype: string }[] }[]
}

function references(root: string): Map<string, NonNullable<Parity['reference']>> {
  const found = new Map<string, NonNullable<Parity['reference']>>()
  const folder = join(root, 'test/golden')
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const { op, madeWith, cases } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Golden
    const dali = madeWith?.['nvidia-dali']
    if (!op || !dali || !cases) continue
    const before = found.get(op)
    const bytes = cases.filter(({ outputs }) => outputs.every(({ dtype }) => dtype === 'uint8'))
    found.set(op, {
      library: `DALI ${dali}`,
      cases: cases.length + (before?.cases ?? 0),
      equal: cases.filter(({ maxDiff }) => maxDiff === 0).length + (before?.equal ?? 0),
      maxSteps: Math.max(before?.maxSteps ?? 0, ...bytes.map(({ maxDiff }) => maxDiff)),
    })
  }
  return found
}

/** Reads the report of Node's test runner: a line for each operator, then the test's own line. */
export function gpuRun(report: string): Map<string, NonNullable<Parity['gpu']>> {
  const runs = report.matchAll(/^✔ (\S+) on both devices.*\n. (\d+) cases, largest difference (\S+) of/gm)
  return new Map([...runs].map(([, op, cases, largest]) => [op!, { cases: Number(cases), largest: Number(largest) }]))
}

/** By operator; one without figures is not there. */
export function parityOf(root: string): Map<string, Parity> {
  const report = join(root, 'bench/results/gpu-tests/parity.txt')
  const gpu = existsSync(report) ? gpuRun(readFileSync(report, 'utf8')) : new Map<string, never>()
  const all = new Map<string, Parity>()
  for (const [op, reference] of references(root)) all.set(op, { reference })
  for (const [op, one] of gpu) all.set(op, { ...all.get(op), gpu: one })
  return all
}
