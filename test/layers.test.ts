// `npm run check` names imports that go upward in the layers of src, and files that import each other.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { importCycles } from '../tools/check/cycles.js'
import { brokenLayers } from '../tools/check/layers.js'
import { tempFolder } from './util/files.js'

/** A folder with these files, and their names. */
function tree(files: Readonly<Record<string, string>>): [root: string, names: string[]] {
  const root = tempFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return [root, Object.keys(files)]
}

test('an import of a lower folder, of the own one, and of what all folders know is allowed', () => {
  const [root, names] = tree({
    'src/errors.ts': '',
    'src/graph/types.ts': "import { PipelineError } from '../errors.js'",
    'src/engine/engine.ts': "import type { Plan } from '../graph/types.js'\nimport { x } from './inputs.js'",
    'src/engine/inputs.ts': '',
    'src/index.ts': "export { Engine } from './engine/engine.js'",
    'src/cli/main.ts': "import { Engine } from '../index.js'",
  })
  expect(brokenLayers(root, names)).toEqual([])
  expect(importCycles(root, names)).toEqual([])
})

test.each([
  ['a value', "import { Engine } from '../engine/engine.js'"],
  ['a type', "import type { Engine } from '../engine/engine.js'"],
  ['at run time', "const { Engine } = await import('../engine/engine.js')"],
  ['handed on', "export * from '../engine/engine.js'"],
])('an import of a higher folder is named, with where the thing belongs: %s', (_, line) => {
  const [root, names] = tree({ 'src/graph/lower.ts': line, 'src/engine/engine.ts': '' })
  expect(brokenLayers(root, names)).toEqual([
    expect.stringMatching(
      /^src\/graph\/lower\.ts imports src\/engine\/engine\.ts: src\/graph \(.*\) does not know src\/engine \(.*\)\. Move what is shared to src\/graph or below$/,
    ),
  ])
})

test('a folder that is in no layer, an entry point inside the package, and a base that knows its users', () => {
  const [root, names] = tree({
    'src/errors.ts': "import { x } from './engine/engine.js'",
    'src/index.ts': '',
    'src/engine/engine.ts': "import { fn } from '../index.js'",
    'src/helpers/all.ts': '',
  })
  const lines = brokenLayers(root, names).join('\n')
  expect(lines).toContain('src/helpers/all.ts: in no layer')
  expect(lines).toContain('src/engine/engine.ts imports src/index.ts: import the file that has it')
  expect(lines).toContain('src/errors.ts imports src/engine/engine.ts: what all folders know knows none of them')
})

test('a pass that imports the addon is named', () => {
  const [root, names] = tree({ 'src/graph/lower.ts': "import { native } from '../native.js'", 'src/native.ts': '' })
  expect(brokenLayers(root, names)).toEqual(['src/graph/lower.ts imports the addon: src/graph is pure'])
})

test('files that import each other are named, types and long ways included', () => {
  const [root, names] = tree({
    'src/data/a.ts': "import { b } from './b.js'",
    'src/data/b.ts': "import type { C } from './c.js'",
    'src/data/c.ts': "export type { A } from './a.js'",
    'src/data/d.ts': "import { a } from './a.js'",
  })
  expect(importCycles(root, names)).toEqual([
    'src/data/a.ts, src/data/b.ts, src/data/c.ts: import each other; move what they share into a file of its own',
  ])
})

test.each([
  [
    'Python',
    { 'python/p/_a.py': 'from ._b import (\n    x,\n)\n', 'python/p/_b.py': 'if T:\n    from . import _c, _a as a\n' },
  ],
  ['tools', { 'tools/a.ts': "import './b/c.js'", 'tools/b/c.ts': "import type { A } from '../a.js'" }],
  ['modules', { 'bench/a.mjs': "import { b } from './b.mjs'", 'bench/b.mjs': "export * from './a.mjs'" }],
  ['native', { 'native/core/a.h': '#include "core/b.h"\n', 'native/core/b.h': '#include "a.h"\n' }],
])('cycles are found in %s', (_, files) => {
  const [root, names] = tree(files)
  expect(importCycles(root, names)).toEqual([
    `${names.join(', ')}: import each other; move what they share into a file of its own`,
  ])
})
