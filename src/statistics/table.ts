// Formats plain tables without frames, which are easy to read, to grep and to paste.
import { createRequire } from 'node:module'
import { stripVTControlCharacters, styleText } from 'node:util'
import type { default as TableClass } from 'cli-table3'

// Loaded when the first table is made: importing the package only to run a pipeline should not wait for it.
const require = createRequire(import.meta.url)

export interface Column {
  title: string
  align?: 'left' | 'right'
  /**
   * This column becomes narrower when the table is too wide: for the terminal, or for 80 columns without a terminal.
   */
  flexible?: true
}

const usualWidth = 80
/** Characters that a flexible column keeps at least. */
const leastWidth = 24

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

/**
 * Formats a table that fits the terminal. When it is too wide, the flexible column is wrapped, or cut where its text
 * cannot be wrapped. When no column is flexible, the last one is wrapped, and on a terminal only.
 */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ title }, i) => Math.max(width(title), ...rows.map((row) => width(row[i] ?? ''))))
  const flexible = columns.findIndex((column) => column.flexible)
  const soft = flexible < 0 ? columns.length - 1 : flexible
  const room = process.stdout.columns ?? (flexible < 0 ? Number.POSITIVE_INFINITY : usualWidth)
  const others = widths.reduce((sum, w, i) => sum + (i === soft ? 0 : w + gap.length), indent.length)
  const left = Math.max(leastWidth, room - others)
  const narrow = left < widths[soft]!
  const Table = require('cli-table3') as typeof TableClass
  const made = new Table({
    head: columns.map((c) => bold(c.title)),
    colAligns: columns.map((c) => c.align ?? 'left'),
    chars: { ...frameless, middle: gap },
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
    ...(narrow && { colWidths: widths.with(soft, left), wordWrap: true }),
  })
  made.push(...rows.map((row) => [...row]))
  return `${made
    .toString()
    .split('\n')
    .map((line) => `${indent}${line}`.trimEnd())
    .join('\n')}\n`
}

/** Joins facts with ` · ` to as few lines as possible; each line begins with `before`. */
export function factLines(facts: readonly string[], before = indent): string {
  const room = (process.stdout.columns ?? usualWidth) - before.length
  const lines: string[] = []
  for (const fact of facts) {
    const longer = lines.length ? `${lines.at(-1)} · ${fact}` : fact
    if (!lines.length || width(longer) > room) lines.push(fact)
    else lines[lines.length - 1] = longer
  }
  return lines.map((line) => before + line).join('\n')
}

/** Breaks a sentence between words to fit a terminal. Without a terminal it stays one line. */
export function sentence(text: string, stream: { columns?: number } = process.stdout): string {
  const room = stream.columns ?? Number.POSITIVE_INFINITY
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word
    if (lines.length && width(longer) > room) lines.push(indent + word)
    else lines[Math.max(0, lines.length - 1)] = longer
  }
  return lines.join('\n')
}

function width(text: string): number {
  return stripVTControlCharacters(text).length
}
