// `npm run check`: checks the rules of the code base that no compiler and no linter checks. Prints every violation;
// exits with 1 if there is one.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { incompleteCodecs, namedFormats } from './check/codec-rules.js'
import { importCycles } from './check/cycles.js'
import { missingPaths, unreachablePages } from './check/doc-paths.js'
import { brokenLayers } from './check/layers.js'
import { longFunctions } from './check/native-functions.js'
import { brokenNativeLayers } from './check/native-layers.js'
import { uncomparedOperators, unreadArguments, unsourcedFormulas, untoldErrors } from './check/op-facts.js'
import { brokenLinks } from './check/package-links.js'
import { projectFiles } from './check/project-files.js'
import { namedReaders } from './check/reader-names.js'
import { targets as fuzzTargets, withoutCorpus } from './fuzz/targets.js'
import { loadSchemas } from './schemas/op-json.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders = ['src', 'native', 'test', 'tools', 'site', 'bench', 'examples', 'python', 'templates']
const code = new Set(['.ts', '.mts', '.cts', '.js', '.mjs', '.cc', '.h', '.cu', '.py', '.sh'])
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
        // On a GPU alone, too, setup() is the CPU's.
        ['_cpu.cc', true],
        ['_gpu.cu', op.gpuKernel],
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
      // An internal one is tested through what puts it into a graph.
      .filter((op) => op.kind === 'op' && !op.internal)
      .filter((op) => !existsSync(join(root, `test/ops/${op.symbol}.test.ts`)))
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
      // The sampler is native code.
      [...under('src'), ...under('native/dataset')].map((file) => file.text),
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

  'napi.h': () =>
    matching(
      under('native').filter(({ path }) => !/^native\/(?:addon\/|[^/]+$)/.test(path)),
      /#include [<"]napi\.h[>"]/,
      'napi.h belongs to the addon: native/addon and files directly in native',
    ),

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
          !/^native\/(gpu_plugin\/|test\/emulated_gpu\/|core\/host_device\.h)/.test(file.path) &&
          extname(file.path) !== '.cu',
      ),
      /#\s*if.*CUDA|\bcuda[A-Z]\w*\(/,
      'CUDA belongs in native/gpu_plugin and in .cu files',
    ),

  'links of packed documents': () => brokenLinks(root),

  'paths in documents': () => missingPaths(root),

  'pages are reachable': () => unreachablePages(root),
  'src names no reader': () => namedReaders(under('src'), schemas),

  'layers of src': () => brokenLayers(root, sources()),
  'layers of native': () =>
    brokenNativeLayers(
      root,
      nativeCode().map((file) => file.path),
    ),
  'import cycles': () => importCycles(root, [...new Set([...sources(), ...files.map(({ path }) => path)])]),
  'long functions of native': () => longFunctions(nativeCode()),
}

const faults = Object.entries(rules).flatMap(([name, rule]) => rule().map((text) => `${name}: ${text}`))
if (faults.length) {
  console.error(`\n${faults.length} violations\n  ${faults.join('\n  ')}`)
  process.exit(1)
}
console.log(`\n${Object.keys(rules).length} rules hold for ${files.length} files`)
