// `penstock ops`: lists DALI's operators, which of them penstock has, and on which devices.
import { readFileSync } from 'node:fs'
import { schemas } from '../graph/schema.js'
import { bold, faint, table } from '../statistics/table.js'
import { inPackage } from './package.js'

export interface OpsOptions {
  missing?: boolean
  json?: boolean
}

interface Row {
  name: string
  /** Devices of the operator in DALI and in penstock; empty where it does not exist. */
  dali: readonly string[]
  penstock: readonly string[]
}

export function coverage(): Row[] {
  const list = JSON.parse(readFileSync(inPackage('docs/dali-operators.json'), 'utf8')) as {
    operators: { name: string; devices: string[] }[]
  }
  const own = new Map(Object.entries(schemas).filter(([, info]) => !info.internal))
  const theirs = new Set(list.operators.map((op) => op.name))
  return [
    ...list.operators.map(({ name, devices }) => ({ name, dali: devices, penstock: own.get(name)?.devices ?? [] })),
    ...[...own]
      .filter(([name]) => !theirs.has(name))
      .map(([name, { devices }]) => ({ name, dali: [], penstock: devices })),
  ]
}

export function ops(options: OpsOptions): void {
  const rows = coverage()
  const dali = rows.filter((row) => row.dali.length)
  const done = dali.filter((row) => row.penstock.length)
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ implemented: done.length, of: dali.length, operators: rows }, null, 2)}\n`)
    return
  }
  const shown = rows.filter((row) => !row.penstock.length === Boolean(options.missing))
  const lines = shown.map((row) => [row.name, row.dali.join(', ') || '-', row.penstock.join(', ') || '-'])
  const percent = Math.round((100 * done.length) / dali.length)
  process.stdout.write(`${bold(`${done.length} of DALI's ${dali.length} operators (${percent} %)`)}\n\n`)
  process.stdout.write(table([{ title: 'operator' }, { title: 'DALI' }, { title: 'penstock' }], lines))
  const other = options.missing ? '' : `${dali.length - done.length} are not here yet: penstock ops --missing`
  if (other) process.stdout.write(`\n${faint(other)}\n`)
}
