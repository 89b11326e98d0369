// Plain tables without frames: easy to read, to grep and to paste.
import { styleText } from 'node:util'
import Table from 'cli-table3'

export interface Column {
  title: string
  align?: 'left' | 'right'
}

const none = ''
const frameless = {
  ...{ top: none, 'top-mid': none, 'top-left': none, 'top-right': none },
  ...{ bottom: none, 'bottom-mid': none, 'bottom-left': none, 'bottom-right': none },
  ...{ left: none, 'left-mid': none, mid: none, 'mid-mid': none, right: none, 'right-mid': none, middle: '  ' },
}

export function bold(text: string): string {
  return process.stdout.isTTY && !process.env.NO_COLOR ? styleText('bold', text) : text
}

export function faint(text: string): string {
  return process.stdout.isTTY && !process.env.NO_COLOR ? styleText('dim', text) : text
}

export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const made = new Table({
    head: columns.map((c) => bold(c.title)),
    colAligns: columns.map((c) => c.align ?? 'left'),
    chars: frameless,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
  })
  made.push(...rows.map((row) => [...row]))
  return `${made
    .toString()
    .split('\n')
    .map((line) => `  ${line}`.trimEnd())
    .join('\n')}\n`
}
