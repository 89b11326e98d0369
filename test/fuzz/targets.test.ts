// The lists of `npm run fuzz`: every C++ target of the project has files to start from, and one without is named.
// @module-tag shared
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, type Target, targets, withoutCorpus } from '../../tools/fuzz/targets.js'
import { tempFolder } from '../util/files.js'

const target = (name: string, native: boolean): Target => ({ name, native, what: '' })

test('a C++ target without files to start from is named, and one of JavaScript needs none', () => {
  const folder = tempFolder()
  const corpus = join(folder, 'test/fuzz/corpus')
  for (const name of ['full', 'empty']) mkdirSync(join(corpus, name), { recursive: true })
  writeFileSync(join(corpus, 'full/one'), 'x')
  const list = [target('full', true), target('empty', true), target('none', true), target('drawn', false)]
  expect(withoutCorpus(folder, list).map((line) => line.replace(/:.*/, ''))).toEqual([
    'test/fuzz/corpus/empty',
    'test/fuzz/corpus/none',
  ])
})

test('all targets of the project have such files', () => {
  expect(targets().filter(({ native }) => native).length).toBeGreaterThan(20)
  expect(withoutCorpus(root, targets())).toEqual([])
})
