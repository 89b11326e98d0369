// Plain tables without frames: easy to read, to grep and to paste.
import { createRequire } from 'node:module'
import { stripVTControlCharacters, styleText } from 'node:util'
import type { default as TableClass } from 'cli-table3'

// Loaded when a table is made: whoever imports the package only to run a pipeline need not wait for it.
const require = createRequire(import.meta.url)

export interface Column {
  title: string
  align?: 'left' | 'right'
}

const none = ''
const frameless = {
  ...{ top: none, 'top-mid': none, 'top-left': none, 'top-right': none },
  ...{ bottom: none, 'bottom-mid': none, 'bottom-left': none, 'bottom-right': none },
  ...{ left: none, 'left-mid': none, mid: none, 'mid-mid': none, right: none, 'right-mid': none },
}

export function bold(text: string): string {
  return process.stdout.isTTY && !process.env.NO_COLOR ? styleText('bold', text) : text
}

export function faint(text: string): string {
  return process.stdout.isTTY && !process.env.NO_COLOR ? styleText('dim', text) : text
}

const indent = '  '
const gap = '  '

/** The last column is wrapped on a terminal that is too narrow for it. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ title }, i) => Math.max(width(title), ...rows.map((row) => width(row[i] ?? ''))))
  const others = widths.slice(0, -1).reduce((sum, w) => sum + w + gap.length, indent.length)
  const left = Math.max(24, (process.stdout.columns ?? Number.POSITIVE_INFINITY) - others)
  const narrow = left < widths.at(-1)!
  const Table = require('cli-table3') as typeof TableClass
  const made = new Table({
    head: columns.map((c) => bold(c.title)),
    colAligns: columns.map((c) => c.align ?? 'left'),
    chars: { ...frameless, middle: gap },
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
    ...(narrow && { colWidths: [...widths.slice(0, -1), left], wordWrap: true }),
  })
  made.push(...rows.map((row) => [...row]))
  return `${made
    .toString()
    .split('\n')
    .map((line) => `${indent}${line}`.trimEnd())
    .join('\n')}\n`
}

function width(text: string): number {
  return stripVTControlCharacters(text).length
}
