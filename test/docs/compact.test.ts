// What coding assistants read: docs/reference/api-compact.md has every name, and is right about mistakes; llms.txt leads to every page. Its
// programs run in blocks.test.ts, the right sides of its mistakes compile in migration.test.ts, and `npm run gen -- --check` sees that it is new.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { augment, autoAug, cond, fn, geometry, math, pipelineDef } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { errorCodes } from '../../src/generated/abi.js'
import { brief, membersOf } from '../../tools/gen/members.js'
import { loadSchemas } from '../../tools/schemas/op-json.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const page = read('docs/reference/api-compact.md')
const schemas = loadSchemas(join(root, 'native/ops')).filter((op) => !op.internal)

/** The arguments of a line, with those of the groups that it names. */
function argumentsIn(line: string): Set<string> {
  const groups = [...line.matchAll(/\.\.\.([A-Z]\w+)/g)].map(
    ([, name]) => new RegExp(`^- \`${name} = \\{.*$`, 'm').exec(page)![0],
  )
  return new Set(
    [line, ...groups].flatMap((text) =>
      [...text.matchAll(/(\w+)!?(?=: | = |, | \})/g)].map(([name]) => name.replace('!', '')),
    ),
  )
}

describe('the API on one page', () => {
  test('has every operator in a line, with every argument that has an effect', () => {
    const lines = new Map([...page.matchAll(/^- `fn\.([\w.]+)\(.*$/gm)].map(([line, name]) => [name, line]))
    expect([...lines.keys()].sort()).toEqual(schemas.map(({ name }) => name).sort())
    for (const op of schemas) {
      if (op.kind === 'js' || (op.kind === 'source' && !op.reader)) continue
      const wanted = Object.entries(op.args).filter(([, { ignored }]) => !ignored)
      const found = argumentsIn(lines.get(op.name)!)
      expect([op.name, wanted.filter(([name]) => !found.has(name)).map(([name]) => name)]).toEqual([op.name, []])
      expect(found.has('seed')).toBe(op.random === true)
    }
  })

  test('gives types, defaults, groups and what is required', () => {
    const lineOf = (name: string) => new RegExp(`^- \`fn\\.${name}\\(.*$`, 'm').exec(page)![0]
    expect(lineOf('flip')).toMatch(
      /^- `fn\.flip\(input, \{ depthwise: bool\* = 0, horizontal: bool\* = 1, .*\}\): output` Mirrors/,
    )
    expect(lineOf('batchPermutation')).toContain('output` cpu. ')
    expect(lineOf('cast')).toContain('{ dtype! }')
    expect(lineOf('decoders.imageCrop')).toContain('{ ...Crop, ...Decoder }')
    expect(lineOf('readers.webdataset')).toMatch(/ext!: string\[\].*\.\.\.Reader.*\.\.\.components \(one per ext\)/)
  })

  test('has every error code, and methods that programs call', () => {
    for (const code of Object.keys(errorCodes)) expect(page).toContain(`- \`${code}\`: `)
    for (const name of ['batchSize?: number', 'checkpoint(): Promise<string>', 'release(', 'nextEpoch(', 'maxDelayMs?'])
      expect(page).toContain(`- \`${name}`)
  })

  test('has the functions on batches, with their options', () => {
    for (const [space, functions] of Object.entries({ autoAug, augment, geometry })) {
      for (const [name, value] of Object.entries(functions))
        if (typeof value === 'function') expect(page).toContain(`- \`${space}.${name}(`)
    }
    expect(page).toContain('- `autoAug.randAugment(images, { n = 2, m = 9, monotonicMag = true, ...Suite, seed })`')
    expect(page).toMatch(/^- `Suite = \{ .*excluded: string\[\].*\.\.\.AutoAug \}`$/m)
    expect(page).toMatch(/^- `augment\.mosaic\(.*centerRange: .* = \[0\.25, 0\.75\].*\.\.\.Box, seed \}\)`$/m)
    expect(page).toMatch(/^- `Box = .*bboxNormalized = true, minArea = 0\.1 \}`$/m)
  })

  test('is short', () => {
    expect(Buffer.byteLength(page)).toBeLessThan(72 * 1024)
  })

  test('says of each mistake how it fails', () => {
    const rows = [...page.matchAll(/^\| `([^`]+)` \| `([A-Z_]+)`/gm)]
    expect(rows.length).toBeGreaterThanOrEqual(4)
    for (const [, code, expected] of rows) {
      const wrong = new Function('fn', 'cond', 'math', 'x', 'root', `return ${code}`)
      const define = pipelineDef({ batchSize: 1 }, () => {
        const [jpegs] = fn.readers.file({ fileRoot: join(root, 'data/photos') })
        return wrong(fn, cond, math, fn.decoders.image(jpegs), join(root, 'data/photos'))
      })
      expect(() => define(), code).toThrow(expect.objectContaining({ code: expected }))
    }
  })
})

test('members are read with their first sentence and their default', () => {
  const source = `
export class Example {
  /** The number of samples (or none): this sentence is longer than one that is given whole. Default: 3. More. */
  get size(): number {
    return 3
  }
  /** @internal */
  hidden(): void {}
  /** Private. */
  private own = 3
  /**
   * Over
   * two lines. Then more.
   */
  async run(
    first: number,
    { signal }: CallOptions = {},
  ): Promise<void> {
    return
  }
  noComment(): void {}
}
`
  expect(membersOf(source, 'Example')).toEqual([
    { signature: 'size: number', text: 'The number of samples. Default: 3.' },
    { signature: 'run(first: number, { signal }?): Promise<void>', text: 'Over two lines.' },
  ])
  expect(() => membersOf(source, 'Other')).toThrow('no class, interface or object Other')
  expect(brief('Short: it stays. Then more.')).toBe('Short: it stays.')
})

test('llms.txt has the form of llmstxt.org, and leads to every page that docs/README.md lists', () => {
  const text = read('llms.txt')
  expect(text).toMatch(/^# penstock-data\n\n> .+\n\n/)
  const linked = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S.*$/gm)].map(([, path]) => path!)
  expect(linked.filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect(new Set(linked).size).toBe(linked.length)
  const lists = text
    .split(/^## .*$/m)
    .slice(1)
    .flatMap((section) => section.trim().split('\n'))
  expect(lists.filter((line) => !line.startsWith('- ['))).toEqual([])
  const listed = [...read('docs/README.md').matchAll(/\]\(([\w./-]+\.md)\)/g)].map(([, path]) => join('docs', path!))
  expect(listed.filter((path) => !linked.includes(path))).toEqual([])
  const { files } = JSON.parse(read('package.json')) as { files: string[] }
  expect(files).toContain('llms.txt')
})
