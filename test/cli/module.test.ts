// `penstock-data run pipeline.mjs`: every shape of a module, what reaches it from the command line, and what is wrong with others.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { portion } from '../util/soak.js'
import { cli, emptyFolder, packageRoot, photos } from './cli.js'

const penstock = pathToFileURL(join(packageRoot, 'dist/index.js')).href
const head = `import { fn, pipelineDef, types } from '${penstock}'
const body = (root) => {
  const [files, labels] = fn.readers.file({ fileRoot: root, name: 'train' })
  return { images: fn.resize(fn.decoders.image(files, { outputType: types.RGB }), { size: [32, 48] }), labels }
}
const train = pipelineDef({ batchSize: 10, seed: 3 }, body)
`
const cwd = emptyFolder()
const file = (name: string, text: string) => {
  writeFileSync(join(cwd, name), text)
  return name
}
mkdirSync(join(cwd, 'empty'))

const timeout = 60_000

describe('run with a module', { timeout }, () => {
  const shapes: [string, string, string[], { batchSize: number; batches: number }][] = [
    ['a pipeline', `export default train('${photos}')`, [], { batchSize: 10, batches: 3 }],
    ['what pipelineDef gives', 'export default train', [photos], { batchSize: 10, batches: 3 }],
    ['the same with options', 'export default train', [photos, '--batch-size', '7'], { batchSize: 7, batches: 4 }],
    [
      'a function that makes one',
      'export default async (root) => train(root)',
      [photos],
      { batchSize: 10, batches: 3 },
    ],
    [
      'a function that gives what pipelineDef gives',
      'export default (root) => pipelineDef({ batchSize: 10 }, () => body(root))',
      [photos, '--batch-size', '5'],
      { batchSize: 5, batches: 5 },
    ],
    ['a plain definition', 'export default body', [photos, '--batch-size', '12'], { batchSize: 12, batches: 2 }],
  ]
  it.each(portion(shapes, 3, 1))('takes %s', { tags: 'property' }, async (name, text, args, expected) => {
    const module = file(`${name.replaceAll(' ', '-')}.mjs`, head + text)
    const { code, stdout, stderr } = await cli(['run', module, ...args, '--json', '--no-progress'], { cwd })
    expect([stderr, code]).toEqual(['', 0])
    expect(JSON.parse(stdout)).toMatchObject({
      ...expected,
      images: 24,
      epochs: 1,
      data: join(cwd, module),
      size: null,
    })
  })

  it('reports it as it does the main job, and draws its first image output, small images enlarged, with labels', async () => {
    const module = file('sheet.mjs', `${head}export default train`)
    const args = [module, photos, '--epochs', '2', '--out', 'sheet.png', '--no-progress']
    const { code, stdout, stderr } = await cli(['run', ...args], { cwd })
    expect([stderr, code]).toEqual(['', 0])
    for (const words of ['24 samples in sheet.mjs', 'Done: 48 samples', 'decoders.image', 'Verdict:']) {
      expect(stdout).toContain(words)
    }
    const png = PNG.sync.read(readFileSync(join(cwd, 'sheet.png')))
    expect([png.width, png.height]).toEqual([3 * (2 * 48 + 4) + 4, 4 * (2 * 32 + 18 + 4) + 4])
  })

  it('gives its own package to a module that has none installed', async () => {
    const text = `import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
export default pipelineDef({ batchSize: 8 }, (root) => (nd.Tensor ? fn.readers.file({ fileRoot: root }) : []))`
    const { code, stdout, stderr } = await cli(['run', file('bare.mjs', text), photos, '--no-progress'], { cwd })
    expect([stderr, code]).toEqual(['', 0])
    expect(stdout).toContain('24 samples')
    const other = file('other.mjs', "import 'penstock-datum'")
    expect((await cli(['run', other], { cwd })).stderr).toContain("Cannot find package 'penstock-datum'")
  })

  const wrong: [string, string, string[], string[]][] = [
    ['no default export', 'export const pipe = train', [], ['INVALID_ARGUMENT', 'no default export', 'export default']],
    ['another value', 'export default 5', [], ['INVALID_ARGUMENT', 'of type number', 'hint:']],
    ['a function of nothing', 'export default async () => 5', [], ['INVALID_ARGUMENT', 'received number', 'hint:']],
    [
      'options for what is made',
      `export default train('${photos}')`,
      ['--seed', '5'],
      ['received --seed', 'pipelineDef()'],
    ],
    ['arguments for what is made', `export default train('${photos}')`, ['x'], ['received "x"', 'hint:']],
    ['--size beside it', 'export default train', ['--size', '8'], ['module or --size', '.mjs 8']],
    [
      '--data for what is made',
      `export default train('${photos}')`,
      ['--data', photos],
      [`received "${photos}"`.slice(0, 40), 'hint:'],
    ],
    ['a folder without images', 'export default train', ['empty'], ['EMPTY_DATASET', 'mjs:3:', "fileRoot 'empty'"]],
    [
      'no image output',
      `export default () => fn.readers.file({ files: '${photos}/animals/cat.jpg' })`,
      ['--out', 'x.png'],
      ['UNSUPPORTED', '--out'],
    ],
    ['an error of its own', 'throw new RangeError("too far")', [], ['USER_FUNCTION', 'too far', 'mjs:7:7']],
    ['an error of its function', 'export default () => { throw new RangeError("too far") }', [], ['too far', 'mjs:7:']],
    ['a syntax error', 'const = 5', [], ['USER_FUNCTION', 'node --check']],
  ]
  it.each(portion(wrong, 4))('refuses %s', { tags: 'property' }, async (name, text, args, words) => {
    const module = file(`wrong-${name.replaceAll(' ', '-')}.mjs`, (text.startsWith('import ') ? '' : head) + text)
    const { code, stderr } = await cli(['run', module, ...args], { cwd })
    expect(code).toBe(1)
    for (const word of words) expect(stderr).toContain(word)
    expect(stderr).not.toContain('    at ')
  })

  it('refuses a path that is no module', async () => {
    expect((await cli(['run', 'no.mjs'], { cwd })).stderr).toMatch(
      /FILE_NOT_FOUND.*'no\.mjs'.*\n.*hint: .*working folder/,
    )
    expect((await cli(['run', 'empty'], { cwd })).stderr).toMatch(/is a folder\n.*hint: .*--data empty/)
  })
})
