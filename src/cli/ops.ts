// `penstock-data ops`: lists DALI's operators, which of them penstock has, and on which devices; `penstock-data ops NAME` shows
// the page of one.
import { readFileSync } from 'node:fs'
import { missing } from '../api/missing.js'
import { errorOf, invalidArgument } from '../errors/factories.js'
import { nearest, toCamel } from '../errors/words.js'
import { PipelineError } from '../errors.js'
import { schemas } from '../graph/schema.js'
import { bold, faint, table } from '../statistics/table.js'
import { pageText } from './op-page.js'
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
  const list = JSON.parse(readFileSync(inPackage('docs/reference/dali-operators.json'), 'utf8')) as {
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

/** Names of the operators that have a page. */
export function operatorNames(): string[] {
  return coverage().flatMap(({ name, penstock }) => (penstock.length ? [name] : []))
}

export function ops(options: OpsOptions, name?: string): void {
  if (name !== undefined) {
    if (options.missing) {
      throw invalidArgument(
        `Expected a name or --missing but received '${name}' and --missing`,
        'Leave one of them out',
      )
    }
    showOne(findOperator(name, coverage()), options.json ?? false)
    return
  }
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
  process.stdout.write(`${bold(`${done.length} of DALI's ${dali.length} operators (${percent} %)`)}\n`)
  if (lines.length)
    process.stdout.write(`\n${table([{ title: 'operator' }, { title: 'DALI' }, { title: 'penstock' }], lines)}`)
  const rest = dali.length - done.length
  const other = options.missing || !rest ? '' : `${rest} are not here yet: npx penstock-data ops --missing`
  if (other) process.stdout.write(`\n${faint(other)}\n`)
}

function showOne(row: Row, json: boolean): void {
  if (!row.penstock.length) throw notHere(row.name)
  if (json) {
    const { inputs, outputs, args } = schemas[row.name]!
    process.stdout.write(`${JSON.stringify({ ...row, inputs, outputs, args }, null, 2)}\n`)
    return
  }
  process.stdout.write(pageText(readFileSync(inPackage(`docs/operators/${row.name}.md`), 'utf8')))
}

/** The error for an operator of DALI's that is missing: it says what to use, as a call of it does. */
function notHere(name: string): PipelineError {
  try {
    return missing(name, 'fn')()
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error
    return errorOf(error.code, error.detail, { hint: error.hint })
  }
}

const last = (name: string) => name.slice(name.lastIndexOf('.') + 1)

/**
 * The operator that is meant: by its whole name, by the last parts of it, or by its end, in upper or lower case. Names
 * of Python and names with `fn.` in front are understood too. Operators that have a page go before others.
 */
export function findOperator(text: string, rows: readonly Row[]): Row {
  const wanted = toCamel(text.trim().replace(/^(fn|nd|ops)\./i, '')).toLowerCase()
  const ways: ((name: string) => boolean)[] = [
    (name) => name === wanted,
    (name) => name.endsWith(`.${wanted}`),
    (name) => wanted.length > 2 && name.endsWith(wanted),
  ]
  const here = rows.filter((row) => row.penstock.length)
  for (const way of ways) {
    for (const list of [here, rows]) {
      const found = list.filter(({ name }) => way(name.toLowerCase()))
      if (found.length === 1) return found[0]!
      if (found.length > 1) throw ambiguous(text, found)
    }
  }
  const names = rows.map(({ name }) => name)
  const near = nearest(wanted, names) ?? names.find((name) => last(name) === nearest(wanted, names.map(last)))
  throw invalidArgument(
    `Expected the name of an operator but received '${text}'`,
    near ? `Did you mean '${near}'?` : '`npx penstock-data ops` lists all of them',
  )
}

function ambiguous(text: string, found: readonly Row[]): PipelineError {
  const names = found.map(({ name }) => name)
  return invalidArgument(
    `Expected the name of one operator but '${text}' ends the names of ${names.length}`,
    `Give more of the name: ${names.join(', ')}`,
  )
}
