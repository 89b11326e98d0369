// makeFolders() makes the folders that are missing, or throws the system's error at once.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeFolders } from '../../src/readers/make-folders.js'

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'penstock-folders-'))
  writeFileSync(join(root, 'file'), '')
})
afterAll(() => rmSync(root, { recursive: true }))

it('makes a folder with its parents, and takes one that is there', () => {
  for (const folder of ['a', 'a/b/c', 'a/b/c', 'a/../d/e/']) {
    makeFolders(join(root, folder))
    expect(statSync(join(root, folder)).isDirectory()).toBe(true)
  }
})

it.each([
  ['file', 'EEXIST'],
  ['file/a/b', 'ENOTDIR'],
])('throws the error of the system for %s', (path, code) => {
  expect(() => makeFolders(join(root, path))).toThrow(expect.objectContaining({ code }))
})

it.runIf(process.platform === 'linux')('ends below a folder in which nothing can be made', () => {
  expect(() => makeFolders('/proc/penstock/a/b')).toThrow(expect.objectContaining({ code: 'ENOENT' }))
})
