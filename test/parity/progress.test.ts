// Tests the text of `npm run parity` on stderr while it runs: on a terminal, and elsewhere, where the whole command
// runs with a fake for DALI.
// @module-tag shared
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { CaseProgress } from '../../tools/parity/progress.js'

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const failed = (n: number) => ({ failures: Array.from({ length: n }, () => ({})) as never })

/** What a terminal of one line shows after each write. */
function terminal(columns: number) {
  const shown: string[] = []
  const write = (text: string) => shown.push(text.split('\u001b[2K').at(-1)!)
  return { out: { isTTY: true, columns, write }, shown }
}

test('a terminal has one line, which is written over and taken away', async () => {
  const { out, shown } = terminal(80)
  const progress = new CaseProgress(2, out)
  const show = progress.operator('flip', 200)
  show(1) // too soon after the line before
  expect(shown).toEqual([expect.stringMatching(/^1 of 2 {2}flip {2}0 of 200 cases {2}\d/)])
  await new Promise((resolve) => setTimeout(resolve, 110))
  show(7)
  expect(shown.at(-1)).toMatch(/^1 of 2 {2}flip {2}7 of 200 cases {2}\d+ ms$/)
  progress.clear()
  expect(shown.at(-1)).toBe('')
  const before = shown.length
  progress.clear()
  progress.end({ op: 'flip', cases: 200, ...failed(0) })
  expect(shown.length).toBe(before)
  progress.operator('cast', 200)
  expect(shown.at(-1)).toMatch(/^2 of 2 {2}cast {2}0 of 200 cases/)
  progress[Symbol.dispose]()
  expect(shown.at(-1)).toBe('')
  expect(shown.join('')).not.toContain('\n')
})

test('a narrow terminal cuts the line', () => {
  const { out, shown } = terminal(12)
  new CaseProgress(2, out).operator('flip', 200)
  expect(shown.at(-1)).toBe('1 of 2  fli')
})

test('elsewhere each operator that ends has a line', () => {
  const lines: string[] = []
  const progress = new CaseProgress(2, { write: (text) => lines.push(text) })
  progress.operator('flip', 200)(9)
  progress.end({ op: 'flip', cases: 200, ...failed(0) })
  progress.operator('cast', 1)(1)
  progress.end({ op: 'cast', cases: 1, ...failed(3) })
  progress.clear()
  expect(lines).toEqual([
    expect.stringMatching(/^1 of 2 {2}flip {2}200 cases, \d+ ms\n$/),
    expect.stringMatching(/^2 of 2 {2}cast {2}1 case, 3 differ, \d+ ms\n$/),
  ])
})

test('the command writes the lines to stderr and the table to stdout', () => {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-parity-'))
  try {
    const python = join(folder, 'python')
    writeFileSync(python, `#!/bin/sh\nexec '${process.execPath}' '${pathOf('fake-dali.mjs')}'\n`)
    chmodSync(python, 0o755)
    const root = pathOf('../../')
    const run = spawnSync(
      process.execPath,
      [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'tools/parity.ts'), 'copy', '--cases', '3'],
      { env: { ...process.env, DALI_PYTHON: python }, encoding: 'utf8' },
    )
    expect(run.stderr).toMatch(/^1 of 1 {2}copy {2}3 cases, [\d.]+ m?s\n$/)
    expect(run.stdout).toMatch(/^ *operator +cases .*\n *copy +3 .*\n$/)
    expect(run.status).toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
