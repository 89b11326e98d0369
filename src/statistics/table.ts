// Formats plain tables without frames, which are easy to read, to grep and to paste.
import { stripVTControlCharacters } from 'node:util'
import type { default as TableClass } from 'cli-table3'
import { escaped } from '../errors/escaped.js'
import { loadInstalled } from '../location.js'
import { columnsOf, type Stream, styled } from './terminal.js'

// Loaded when the first table is made: importing the package only to run a pipeline should not wait for it.
const loadTable = () => loadInstalled<typeof TableClass>('cli-table3')

export interface Column {
  title: string
  align?: 'left' | 'right'
  /**
   * This column becomes narrower when the table is too wide: for the terminal, or for 80 columns without a terminal.
   */
  flexible?: true
  /** The cells are made by styled() and hold no text from outside. Cells of other columns are escaped. */
  styled?: true
}

const defaultWidth = 80
/** Characters that a flexible column keeps at least. */
const leastWidth = 24

const none = ''
const frameless = {
  ...{ top: none, 'top-mid': none, 'top-left': none, 'top-right': none },
  ...{ bottom: none, 'bottom-mid': none, 'bottom-left': none, 'bottom-right': none },
  ...{ left: none, 'left-mid': none, mid: none, 'mid-mid': none, right: none, 'right-mid': none },
}

export const bold = (text: string): string => styled('bold', text)

export const faint = (text: string): string => styled('dim', text)

const indent = '  '
const gap = '  '

/**
 * Formats a table that fits the terminal. When it is too wide, the flexible column is wrapped, or cut where its text
 * cannot be wrapped. When no column is flexible, the last one is wrapped, and on a terminal only. When the other
 * columns alone are too wide, the columns are split into several tables, each with the first column.
 */
export function table(columns: readonly Column[], cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map((cell, i) => (columns[i]?.styled ? cell : escaped(cell))))
  const flexible = columns.findIndex((column) => column.flexible)
  const room = columnsOf() ?? (flexible < 0 ? Number.POSITIVE_INFINITY : defaultWidth)
  const widths = columns.map(({ title }, i) => Math.max(width(title), ...rows.map((row) => width(row[i] ?? ''))))
  const least = widths.map((w, i) =>
    i === (flexible < 0 ? columns.length - 1 : flexible) ? Math.min(w, leastWidth) : w,
  )
  const blocks = split(least, room).map((block) => {
    const pick = <T>(list: readonly T[]) => block.map((i) => list[i]!)
    return oneTable(pick(columns), rows.map(pick), pick(widths), room)
  })
  return blocks.join('\n')
}

/** The columns of each table that is needed for columns of these widths. */
function split(widths: readonly number[], room: number): number[][] {
  const blocks: number[][] = [[0]]
  const first = indent.length + widths[0]!
  let used = first
  for (let i = 1; i < widths.length; i++) {
    const more = gap.length + widths[i]!
    if (used + more > room && blocks.at(-1)!.length > 1) {
      blocks.push([0])
      used = first
    }
    blocks.at(-1)!.push(i)
    used += more
  }
  return blocks
}

function oneTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  widths: readonly number[],
  room: number,
): string {
  const flexible = columns.findIndex((column) => column.flexible)
  const soft = flexible < 0 ? columns.length - 1 : flexible
  const others = widths.reduce((sum, w, i) => sum + (i === soft ? 0 : w + gap.length), indent.length)
  const left = Math.max(leastWidth, room - others)
  const narrow = left < widths[soft]!
  const Table = loadTable()
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
  const room = (columnsOf() ?? defaultWidth) - before.length
  const lines: string[] = []
  for (const fact of facts.map(escaped)) {
    const longer = lines.length ? `${lines.at(-1)} · ${fact}` : fact
    if (!lines.length || width(longer) > room) lines.push(fact)
    else lines[lines.length - 1] = longer
  }
  return lines.map((line) => before + line).join('\n')
}

/**
 * Breaks a sentence between words to fit a terminal. Without a terminal it stays one line. The text may be styled in
 * parts, so its maker escapes text from outside.
 */
export function sentence(text: string, stream: Stream = process.stdout): string {
  const room = columnsOf(stream) ?? Number.POSITIVE_INFINITY
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
