// Reads and writes the file of speeds that `npm run parity -- --speed --write` keeps: the last measurement of each
// operator.
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { root } from '../scaffold/scaffold.js'
import type { Speed } from './speed.js'

export interface Measured {
  /** Where the last of them was measured. */
  machine: string
  /** By the operator's name in fn. */
  speeds: Record<string, Speed>
}

const path = join(root, 'bench/results/parity-speed.json')

export function readSpeeds(): Measured | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Measured
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw e
  }
}

/** Replaces the speeds of the given operators; those of the others stay. */
export function writeSpeeds(speeds: Record<string, Speed>) {
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, Node.js ${process.version}`
  const all = Object.entries({ ...readSpeeds()?.speeds, ...speeds }).sort(([a], [b]) => (a < b ? -1 : 1))
  const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value)
  writeFileSync(path, `${JSON.stringify({ machine, speeds: Object.fromEntries(all) }, rounded, 1)}\n`)
}
