// `npm run check`: checks the rules of the code base that no compiler checks. Prints a table of file sizes, then every
// violation; exits with 1 if there is one.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { incompleteCodecs, namedFormats } from './codec-rules.js'
import {
  unknownFields,
  unknownFiles,
  unknownNames,
  unlistedExamples,
  unreachablePages,
  wrongCounts,
  wrongOptions,
} from './doc-facts.js'
import { unclearSentences } from './doc-language.js'
import { missingPaths } from './doc-paths.js'
import { longFunctions } from './function-length.js'
import { targets as fuzzTargets, withoutCorpus } from './fuzz/targets.js'
import { loadSchemas } from './gen/schema.js'
import { brokenLayers, importCycles } from './layers.js'
import { longFunctions as longNativeFunctions } from './native-functions.js'
import { brokenNativeLayers } from './native-layers.js'
import { uncomparedOperators, unreadArguments, unsourcedFormulas, untoldErrors } from './op-facts.js'
import { brokenLinks } from './package-links.js'
import { projectFiles } from './project-files.js'
import { namedReaders } from './reader-names.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders = ['src', 'native', 'test', 'tools', 'site', 'bench', 'examples']
const code = new Set(['.ts', '.mts', '.cts', '.js', '.mjs', '.cc', '.h', '.cu', '.py', '.sh'])
const softLines = 300
const hardLines = 600

interface SourceFile {
  path: string
  text: string
  lines: number
}

const unread = /(?:^|\/)(?:\.[^/]*|node_modules|generated|results|pages|dist|__pycache__)(?:\/|$)/

const files: SourceFile[] = folders
  .flatMap((folder) => projectFiles(root, folder))
  .filter((path) => code.has(extname(path)) && !unread.test(path))
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return { path, text, lines: text.split('\n').length - 1 }
  })
const under = (folder: string) => files.filter((file) => file.path.startsWith(`${folder}/`))
/** All sources, including generated ones. */
const sources = () =>
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.[cm]?ts$/.test(path))
    .map((path) => `src/${path}`)
const nativeCode = () => under('native').filter((file) => /\.(?:cc|h|cu)$/.test(file.path))
const schemas = loadSchemas(join(root, 'native/ops'))

type Rule = () => string[]
const matching = (list: SourceFile[], pattern: RegExp, why: string) =>
  list.filter((file) => pattern.test(file.text)).map((file) => `${file.path}: ${why}`)

const rules: Record<string, Rule> = {
  size: () =>
    files
      .filter((file) => file.lines > hardLines)
      .map((file) => `${file.path}: ${file.lines} lines, at most ${hardLines}`),

  'opening comment': () =>
    files
      .filter((file) => !/^(#!.*\n)?\s*(\/\/|\/\*|#(?!include|pragma|if|define)|""")/.test(file.text))
      .map((file) => `${file.path}: no opening comment that says what it is`),

  'operator folders': () =>
    schemas.flatMap((op) => {
      const has = (suffix: string) => existsSync(join(root, 'native/ops', op.symbol, `${op.symbol}${suffix}`))
      const wanted: [string, boolean][] = [
        ['_cpu.cc', op.devices.includes('cpu')],
        ['_gpu.cu', op.devices.includes('gpu') && !op.merges && !op.view],
      ]
      // Kind 'js', and a source without a data set, have no native files.
      return wanted
        .filter(([suffix, want]) => has(suffix) !== want && !(op.kind !== 'op' && !op.reader && !has(suffix)))
        .map(
          ([suffix, want]) =>
            `native/ops/${op.symbol}/${op.symbol}${suffix}: ${want ? 'missing' : 'not in the devices of op.json'}`,
        )
    }),

  'operator tests': () =>
    schemas
      .filter((op) => op.kind === 'op' && !existsSync(join(root, `test/ops/${op.symbol}.test.ts`)))
      // Operators with much in common share a test, which names each of them.
      .filter((op) => !under('test/ops').some((file) => file.text.includes(`'${op.name}'`)))
      .map((op) => `test/ops/${op.symbol}.test.ts: missing, and no other test names '${op.name}'`),

  'fuzz targets have a corpus': () => withoutCorpus(root, fuzzTargets()),

  'format folders': () => incompleteCodecs(root),

  'formats are named in their folders': () => namedFormats(root, files),
  'arguments are read': () =>
    unreadArguments(
      root,
      schemas,
      under('src').map((file) => file.text),
    ),

  'errors of operators are told': () => untoldErrors(root, schemas),

  'formulas have a source': () => unsourcedFormulas(schemas),
  'operators are compared with DALI': () => uncomparedOperators(root, schemas),
  'reader tests': () =>
    schemas
      .filter((op) => op.reader)
      .map((op) => `test/readers/${op.name.replace(/^(experimental\.)?readers\./, '')}.test.ts`)
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${path}: missing`),

  'operators allocate nothing and know no N-API': () =>
    matching(under('native/ops'), /\bnapi|Napi::|cudaMalloc/, 'N-API or cudaMalloc in an operator'),

  errors: () =>
    matching(
      under('src').filter((file) => file.path !== 'src/errors.ts' && !file.path.startsWith('src/errors/')),
      /\bnew (?:Pipeline|Type|Range|Aggregate)?Error\(/,
      'makes an error itself; use a function of src/errors/factories.ts',
    ),

  'napi.h': () => {
    const users = under('native')
      .filter((file) => /#include [<"]napi\.h[>"]/.test(file.text))
      .map((file) => file.path)
    const wanted = ['native/addon.cc', 'native/addon_env.h', 'native/convert.h']
    return users.sort().join() === wanted.join()
      ? []
      : [`napi.h is for ${wanted.join(' and ')}, but is in: ${users.join(', ') || 'none'}`]
  },

  'one dtype switch': () =>
    matching(
      under('native').filter((file) => file.path !== 'native/core/dispatch.h'),
      /switch\s*\([^)]*dtype/i,
      'switch on a dtype; use dispatch() of core/dispatch.h',
    ),

  'no CUDA in the CPU addon': () =>
    matching(
      under('native').filter(
        (file) =>
          !/^native\/(cuda\/|test\/emulated_gpu\/|core\/host_device\.h)/.test(file.path) &&
          extname(file.path) !== '.cu',
      ),
      /#\s*if.*CUDA|\bcuda[A-Z]\w*\(/,
      'CUDA belongs in native/cuda and in .cu files',
    ),

  'protocol on one page': () =>
    files
      .filter((f) => f.path === 'src/actors/protocol.ts' && f.lines > 120)
      .map((f) => `${f.path}: ${f.lines} lines, at most 120`),

  'links of packed documents': () => brokenLinks(root),

  'paths in documents': () => missingPaths(root),

  'names in documents': () => unknownNames(root),
  'file names in documents': () => unknownFiles(root),
  'counts in documents': () => wrongCounts(root, schemas.filter((op) => !op.internal).length),
  'fields of op.json': () => unknownFields(root),
  'examples are listed': () => unlistedExamples(root),
  'pages are reachable': () => unreachablePages(root),
  'options of the command line': () => wrongOptions(root),
  'plain language': () => unclearSentences(root),

  'passes touch no addon': () => matching(under('src/graph'), /from '(\.\.\/)+native\.js'/, 'a pass imports the addon'),

  'src names no reader': () => namedReaders(under('src'), schemas),

  'layers of src': () => brokenLayers(root, sources()),
  'import cycles': () => importCycles(root, sources()),
  'length of functions': () => longFunctions(root, sources()),
  'layers of native': () =>
    brokenNativeLayers(
      root,
      nativeCode().map((file) => file.path),
    ),
  'long functions of native': () => longNativeFunctions(nativeCode()),
}

function printSizes(): void {
  const groups = new Map<string, SourceFile[]>()
  for (const file of files) {
    const folder = dirname(file.path).split('/').slice(0, 2).join('/')
    groups.set(folder, [...(groups.get(folder) ?? []), file])
  }
  const rows = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, list]) => {
      const sorted = [...list].sort((a, b) => a.lines - b.lines)
      const top = sorted.at(-1)!
      const total = list.reduce((sum, file) => sum + file.lines, 0)
      return [
        folder,
        `${list.length}`,
        `${total}`,
        `${sorted[list.length >> 1]!.lines}`,
        `${top.lines} ${basename(top.path)}`,
      ]
    })
  const table = [['folder', 'files', 'lines', 'median', 'largest'], ...rows]
  const widths = table[0]!.map((_, i) => Math.max(...table.map((row) => row[i]!.length)))
  for (const row of table)
    console.log(row.map((text, i) => (i && i < 4 ? text.padStart(widths[i]!) : text.padEnd(widths[i]!))).join('  '))
  const long = files.filter((file) => file.lines > softLines)
  if (long.length)
    console.log(`over ${softLines} lines: ${long.map((file) => `${file.path} (${file.lines})`).join(', ')}`)
}

printSizes()
const faults = Object.entries(rules).flatMap(([name, rule]) => rule().map((text) => `${name}: ${text}`))
if (faults.length) {
  console.error(`\n${faults.length} violations\n  ${faults.join('\n  ')}`)
  process.exit(1)
}
console.log(`\n${Object.keys(rules).length} rules hold for ${files.length} files`)
