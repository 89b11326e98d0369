// Image formats as data: what tools/gen/codecs.ts makes of native/codecs/*/codec.json, what it refuses, and what `npm run check`
// says of folders that are not complete and of code that names a format.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { schemas } from '../src/generated/schemas.js'
import { incompleteCodecs, namedFormats } from '../tools/check/codec-rules.js'
import { codecFiles } from '../tools/gen/codecs.js'
import { loadCodecs, withFormats } from '../tools/schemas/codec-json.js'
import { tempFolder } from './util/files.js'

const qoi = { name: 'QOI', order: 1, extensions: ['qoi'], library: 'built in', kinds: 'RGB', claims: [] }
const page = '<!-- formats: x -->\n<!-- /formats -->\n<!-- claims: x -->\nstale\n<!-- /claims -->\n'

/** A folder with a codec.json of each format, and with other files. */
function tree(codecs: Readonly<Record<string, object>>, files: Readonly<Record<string, string>> = {}): string {
  const root = tempFolder()
  const all = { 'docs/data/formats.md': page, 'data/formats/x.txt': '', ...files }
  for (const [folder, codec] of Object.entries(codecs)) {
    Object.assign(all, { [`native/codecs/${folder}/codec.json`]: JSON.stringify(codec) })
  }
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

const load = (codecs: Readonly<Record<string, object>>) => loadCodecs(join(tree(codecs), 'native/codecs'))

test('the file filters of readers.file name the images and sounds that they always named, in their order', () => {
  const known = 'jpg jpeg png bmp tif tiff pnm ppm pgm pbm jp2 webp gif avif heic heif flac ogg wav'.split(' ')
  const filters = schemas['readers.file']!.args.fileFilters!.default as string[]
  // New formats are welcome between them.
  const old = filters.filter((filter) => known.includes(filter.slice('*.'.length)))
  expect(old).toEqual(known.map((extension) => `*.${extension}`))
})

describe('codec.json', () => {
  test('formats come in their order, whatever their folders are called', () => {
    const codecs = load({ a: { ...qoi, order: 2, extensions: ['a'] }, b: { ...qoi, extensions: ['b', 'bb'] } })
    expect(codecs.map(({ folder }) => folder)).toEqual(['b', 'a'])
    expect(withFormats(['x', '@formats', 'y'], codecs)).toEqual(['x', '*.b', '*.bb', '*.a', 'y'])
    expect(codecFiles(codecs, page)['native/generated/formats.h']).toMatch(/unknown,\s+b,\s+a,/)
  })
  test.each([
    [
      'an order that two have',
      { a: { ...qoi, extensions: ['a'] }, b: qoi },
      /codecs\/b\/codec.json: .*codecs\/a has order 1 too/,
    ],
    ['an extension that two have', { a: { ...qoi, order: 2 }, b: qoi }, /has extension qoi too/],
    ['an extension with a dot', { a: { ...qoi, extensions: ['.qoi'] } }, /a\/codec.json: extensions .* without dots/],
    ['no extension', { a: { ...qoi, extensions: [] } }, /extensions is a list of at least one/],
    ['no name', { a: { ...qoi, name: undefined } }, /name, library and kinds are texts/],
    ['no order', { a: { ...qoi, order: '1' } }, /order is a whole number/],
    ['a folder that is no name in C++', { 'a-b': qoi }, /folder is the format in lower case/],
  ])('%s is refused', (_, codecs, message) => {
    expect(() => load(codecs)).toThrow(message)
  })
  test('a placeholder that is none is refused', () => {
    expect(() => withFormats(['@format'], [])).toThrow('unknown @format; @formats is known')
  })
})

describe('docs/data/formats.md', () => {
  test('gets a row for each format and each of its claims, and keeps what is around them', () => {
    const claims = [{ of: 'runs', most: '62', because: 'a run has 6 bits' }, { most: '1' }]
    const codecs = load({ qoi: { ...qoi, claims }, none: { ...qoi, order: 2, extensions: ['no'], library: 'none' } })
    const text = codecFiles(codecs, `before\n${page}after`)['docs/data/formats.md']!
    expect(text).toContain('| QOI | RGB | built in |\n| QOI | RGB | |\n<!-- /formats -->')
    expect(text).toContain('| QOI, runs | 62 | a run has 6 bits |\n| QOI | 1 | |\n<!-- /claims -->')
    expect(text).not.toContain('stale')
    expect(text).toMatch(/^before\n[\s\S]*after$/)
  })
  test('without the comments around a table is refused', () => {
    expect(() => codecFiles([], '')).toThrow('the comments around the generated part "formats"')
  })
})

describe('npm run check', () => {
  const complete = {
    'native/codecs/qoi/qoi_codec.cc': '',
    'native/fuzz/qoi.cc': '',
    'data/formats/a.qoi': '',
    'docs/data/formats.md': '\n| QOI | RGB | built in |',
  }
  const without = (name: keyof typeof complete) => {
    const { [name]: _, ...rest } = complete
    return rest
  }

  test('says nothing of this repository and of a complete folder', () => {
    expect(incompleteCodecs(fileURLToPath(new URL('..', import.meta.url)))).toEqual([])
    expect(incompleteCodecs(tree({ qoi }, complete))).toEqual([])
    const tested = { ...without('data/formats/a.qoi'), 'test/formats/qoi.test.ts': '' }
    expect(incompleteCodecs(tree({ qoi }, tested))).toEqual([])
  })
  test.each([
    ['native/codecs/qoi/qoi_codec.cc', 'native/codecs/qoi/qoi_codec.cc: missing'],
    ['native/fuzz/qoi.cc', 'native/fuzz/qoi.cc: missing; '],
    ['data/formats/a.qoi', 'test/formats/qoi.test.ts: missing, and data/formats has no file of the format'],
    ['docs/data/formats.md', 'docs/data/formats.md: no row for QOI'],
  ] as const)('misses %s', (name, fault) => {
    expect(incompleteCodecs(tree({ qoi }, without(name)))).toEqual([expect.stringContaining(fault)])
  })
  test('asks what a folder without codec.json is', () => {
    const root = tree({ qoi }, { ...complete, 'native/codecs/tools/x.cc': '' })
    expect(incompleteCodecs(root)).toEqual([expect.stringContaining('native/codecs/tools/codec.json: missing')])
  })

  const named = (path: string, text: string) =>
    namedFormats(tree({ qoi }), [{ path, text }]).filter((fault) => !fault.includes('off the list'))
  test.each(['x = Format::qoi', 'decode_qoi()', 'QoiDecoder d;', "'*.qoi'", 'a QOI;', '#include "codecs/qoi/qoi.h"'])(
    'finds the format in `%s`',
    (line) => {
      expect(named('native/core/x.cc', `int a;\n${line}`)).toEqual([
        'native/core/x.cc:2: names an image format; ask its Codec, or codec.json',
      ])
      expect(named('src/x.ts', line)).toHaveLength(1)
      expect(named('native/codecs/qoi/x.cc', line)).toEqual([])
      expect(named('native/test/x.cc', line)).toEqual([])
    },
  )
  test('lets comments and other words be', () => {
    expect(named('src/x.ts', "const name = 'jpegFancyUpsampling'")).toEqual([])
    for (const line of ['// a QOI file', 'int a;  // QOI', ' * QOI', '/** QOI */', 'qoits, myqoi'])
      expect(named('src/x.ts', line)).toEqual([])
  })
  test('asks for an exception that is not needed to be taken off the list', () => {
    expect(namedFormats(tree({ qoi }), []).join('\n')).toContain('native/gpu_host/ names no format any more')
  })
})

test('the table in C++ has each format once, in its order', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const codecs = loadCodecs(join(root, 'native/codecs'))
  const table = readFileSync(join(root, 'native/generated/codecs.cc'), 'utf8')
  const rows = [...table.matchAll(/\{"(.*)", "(.*)", &(\w+)_codec\}/g)].map(([, name, library, folder]) => [
    name,
    library,
    folder,
  ])
  expect(rows).toEqual(codecs.map(({ name, library, folder }) => [name, library, folder]))
})
