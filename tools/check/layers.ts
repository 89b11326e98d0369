// Checks imports in src, for `npm run check`: a file may import files of its own folder and of folders above it in this
// table.
import { relative } from 'node:path'
import { scriptImports } from './cycles.js'

/** The layers from lowest to highest, each with its role. */
const layers: readonly (readonly [folder: string, role: string])[] = [
  ['errors', 'errors, call sites, and the words of messages'],
  ['native', "the types of the addon's functions, a file per subject"],
  ['generated', 'what tools/gen.ts makes of abi.json, limits.json and op.json'],
  ['data', 'batches and tensors: slots as JavaScript sees them, outputs, what users give and get'],
  ['graph', 'the graph as data, and the passes that make a plan of it'],
  ['readers', 'data sets: which files there are, and which sample comes when'],
  ['definition', 'what records a graph while user code defines it'],
  ['actors', 'stages on worker threads, their mailboxes and memory'],
  ['sources', 'what external sources give, and what feeds it to the pipeline'],
  ['statistics', 'counters as text, tables, verdicts and traces'],
  ['engine', 'one running pipeline: building, delivery, checkpoints'],
  ['preview', 'pictures of batches: contact sheets, boxes, masks, names'],
  ['bridge', 'a pipeline served to other processes'],
  ['dashboard', 'a running pipeline in the browser: server and page'],
  ['api', 'what index.ts exports'],
  ['processors', "image processors of models, as Python's transformers has them"],
  ['augment', 'policies, mixing and geometry: what is built of several operators'],
  ['dynamic', 'imperative mode'],
  ['host', 'pipelines and calls that are run for another process'],
  ['frameworks', 'outputs for frameworks that users install, and their preprocessing'],
  ['cli', 'the command line'],
  ['require', 'what CommonJS gets'],
]

/**
 * Files directly in src that every folder may import. The others are entry points, which only users of the package
 * import.
 */
const low = new Set(['src/errors.ts', 'src/native.ts', 'src/native-files.ts', 'src/location.ts'])
const entries = new Set(['src/index.ts', 'src/dynamic.ts', 'src/onnx.ts', 'src/tfjs.ts', 'src/transformers.ts'])
/** Folders that may import the package's entry points. */
const users = new Set(['cli', 'require'])
/** Folders that are pure data and functions: they do not import the addon. */
const pure = new Set(['graph'])
/** Generated files that belong to a higher layer than `generated`. */
const raised = new Map([
  ['src/generated/schemas.ts', 'graph'],
  ['src/generated/fn.ts', 'api'],
  ['src/generated/dynamic.ts', 'dynamic'],
  ['src/generated/processors.ts', 'processors'],
  ['src/generated/dynamic-ops.ts', 'dynamic'],
  ['src/generated/readers.ts', 'dynamic'],
])

const folderOf = (file: string) => raised.get(file) ?? relative('src', file).split('/')[0]!
const rankOf = (folder: string) => layers.findIndex(([name]) => name === folder)

/** Returns a line for each import that breaks the layers. `files`: all TypeScript files of src, relative to `root`. */
export function brokenLayers(root: string, files: readonly string[]): string[] {
  const places = files.flatMap((file) =>
    low.has(file) || entries.has(file) || rankOf(folderOf(file)) >= 0
      ? []
      : [`${file}: in no layer; tools/check/layers.ts lists them`],
  )
  const imports = files.flatMap((from) => scriptImports(root, from).map((to) => ({ from, to })))
  const broken = imports.flatMap(({ from, to }) => {
    const [own, other] = [folderOf(from), folderOf(to)]
    if (to === 'src/native.ts' && pure.has(own)) return [`${from} imports the addon: src/${own} is pure`]
    if (low.has(to) || entries.has(from)) return []
    if (entries.has(to)) {
      return users.has(own)
        ? []
        : [`${from} imports ${to}: import the file that has it, the entry points are for users`]
    }
    if (low.has(from)) {
      const allowed = ['generated', 'errors', 'native', 'readers'].includes(other)
      return allowed ? [] : [`${from} imports ${to}: what all folders know knows none of them`]
    }
    const [at, its] = [rankOf(own), rankOf(other)]
    if (at < 0 || its < 0 || its <= at) return []
    return [
      `${from} imports ${to}: src/${own} (${layers[at]![1]}) does not know src/${other} (${layers[its]![1]}). Move what is shared to src/${own} or below`,
    ]
  })
  return [...places, ...broken]
}
