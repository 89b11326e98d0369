// A patch version changes no bytes (docs/reference/versioning.md): the pipelines of cases.mjs give the hashes of hashes.json, at any
// SIMD level and with any variant of the C library's functions.
// @module-tag shared
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { differences, type Hashes, unaccounted } from '../../tools/release/bytes.js'

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const stored = JSON.parse(readFileSync(fileAt('hashes.json'), 'utf8')) as { version: string; hashes: Hashes }

async function hashesWith(env: Record<string, string>): Promise<Hashes> {
  const { stdout } = await promisify(execFile)(process.execPath, [fileAt('cases.mjs')], {
    env: { ...process.env, ...env },
  })
  return JSON.parse(stdout) as Hashes
}

const advice = `A patch version may not change bytes. If no change was meant, find what made it. If one was, raise the minor version in
package.json (before 1.0.0 that is the second number), say in CHANGELOG.md what changes for whom, and run \`npm run bytes\`,
which writes test/bytes/hashes.json anew. docs/reference/versioning.md has the rules.`

test('pipelines give the bytes of the last version', { timeout: 120_000 }, async () => {
  const all = differences(stored.hashes, await hashesWith({}))
  const isNew = (line: string) => line.endsWith('a new case')
  expect(
    all.filter((line) => !isNew(line)),
    advice,
  ).toEqual([])
  expect(all.filter(isNew), 'hashes.json does not have these yet: run `npm run bytes`').toEqual([])
})

test('and at every SIMD level', { timeout: 240_000, tags: 'long' }, async () => {
  for (const level of ['baseline', 'avx2', 'avx512']) {
    expect(differences(stored.hashes, await hashesWith({ PENSTOCK_SIMD: level })), `${level}. ${advice}`).toEqual([])
  }
  // glibc has sin(), exp() and log() with and without fused multiply-add, whose last bits differ.
  const tunables = 'glibc.cpu.hwcaps=-AVX2,-FMA,-AVX2_Usable,-FMA_Usable'
  expect(differences(stored.hashes, await hashesWith({ GLIBC_TUNABLES: tunables }))).toEqual([])
})

test('a change of bytes is told, and needs a new minor version', () => {
  expect(differences({ a: '1', b: '2', c: '3' }, { a: '1', b: '4', d: '5' })).toEqual([
    'b: other bytes',
    'c: the case is gone',
    'd: a new case',
  ])
  const before = { version: '0.3.1', hashes: { a: '1', b: '2' } }
  const after = { a: '1', b: '9' }
  expect(unaccounted(before, after, '0.3.2')).toEqual([
    'b: other bytes than in 0.3.1; raise the version to 0.4.0, or find what changed them',
  ])
  expect(unaccounted(before, after, '0.4.0')).toEqual([])
  expect(unaccounted(before, { ...before.hashes, c: '7' }, '0.3.2')).toEqual([])
  expect(unaccounted(before, { a: '1' }, '0.3.2')).toEqual(['b: the case is gone; say by which one it is replaced'])
  expect(unaccounted({ ...before, version: '1.3.1' }, after, '1.3.2')[0]).toContain('raise the version to 1.4.0')
})
