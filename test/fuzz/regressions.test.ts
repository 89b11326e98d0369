// The cases that have broken a JavaScript fuzz target (test/fuzz/regressions/<target>/*.json) break it no more. Those of the
// C++ targets are replayed by native/test/fuzz_test.cc.
// @module-tag shared
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { tempFolder } from '../util/files.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/** What the child says: findings, and the totals at last. Rejects where it crashes, or hangs. */
async function replay(target: string, args: string[]): Promise<{ finding?: string; n?: number }[]> {
  const options = ['--target', target, '--dist', 'dist', '--current', join(tempFolder(), 'case')]
  const { stdout } = await run(process.execPath, ['test/fuzz/engine/child.mjs', ...options, ...args], {
    cwd: root,
    timeout: 100_000,
    killSignal: 'SIGKILL',
  })
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** Of the files those that still break it, and how. */
async function broken(target: string, files: string[]): Promise<string[]> {
  try {
    const findings = (await replay(target, files)).filter((line) => line.finding)
    return findings.map(({ finding, n }) => `${files[n!]}: ${finding}`)
  } catch (crash) {
    if (files.length === 1) return [`${files[0]}: ${(crash as { signal?: string }).signal ?? crash}`]
  }
  // One of them has ended the process.
  const each = []
  for (const file of files) each.push(...(await broken(target, [file])))
  return each
}

const targets = readdirSync(join(root, 'test/fuzz/targets')).map((file) => basename(file, '.mjs'))

describe.each(targets)('%s', (target) => {
  const folder = join('test/fuzz/regressions', target)
  const files = existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => join(folder, name)) : []

  test('every case that has broken it ends well', { timeout: 200_000 }, async () => {
    expect(await broken(target, files)).toEqual([])
  })

  test('some new cases end well too', { timeout: 70_000 }, async () => {
    const lines = await replay(target, ['--seed', '1', '--runs', '10'])
    expect(lines.filter((line) => line.finding)).toEqual([])
  })
})
