// Checks imports in src, for `npm run check`: a file may import files of its own folder and of folders above it in this
// table. No file may import itself through others; imports of types count, because a reader follows them too.
import { readFileSync } from 'node:fs'
import { dirname, normalize, relative } from 'node:path'

/** The layers from lowest to highest, each with its role. */
const layers: readonly (readonly [folder: string, role: string])[] = [
  ['errors', 'errors, call sites, and the words of messages'],
  ['generated', 'what tools/gen.ts makes of abi.json, limits.json and op.json'],
  ['data', 'batches and tensors: slots as JavaScript sees them, outputs, what users give and get'],
  ['graph', 'the graph as data, and the passes that make a plan of it'],
  ['readers', 'data sets: which files there are, and which sample comes when'],
  ['definition', 'what records a graph while user code defines it'],
  ['actors', 'stages on worker threads, their mailboxes and memory'],
  ['sources', 'what external sources give, and what feeds it to the pipeline'],
  ['statistics', 'counters as text, tables, verdicts and traces'],
  ['engine', 'one running pipeline: building, delivery, checkpoints'],
  ['bridge', 'a pipeline served to other processes'],
  ['dashboard', 'a running pipeline in the browser: server and page'],
  ['api', 'what index.ts exports'],
  ['dynamic', 'imperative mode'],
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
/** Generated files that belong to a higher layer than `generated`. */
const raised = new Map([
  ['src/generated/schemas.ts', 'graph'],
  ['src/generated/fn.ts', 'api'],
  ['src/generated/dynamic.ts', 'dynamic'],
  ['src/generated/dynamic-ops.ts', 'dynamic'],
  ['src/generated/readers.ts', 'dynamic'],
])

interface Import {
  from: string
  to: string
}

const pattern = /\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)/g

function importsOf(root: string, files: readonly string[]): Import[] {
  return files.flatMap((from) =>
    [...readFileSync(`${root}/${from}`, 'utf8').matchAll(pattern)].map(([, a, b]) => {
      const path = normalize(`${dirname(from)}/${a ?? b}`)
      return { from, to: path.replace(/\.([cm]?)js$/, '.$1ts') }
    }),
  )
}

const folderOf = (file: string) => raised.get(file) ?? relative('src', file).split('/')[0]!
const rankOf = (folder: string) => layers.findIndex(([name]) => name === folder)

/** Returns a line for each import that breaks the layers. `files`: all TypeScript files of src, relative to `root`. */
export function brokenLayers(root: string, files: readonly string[]): string[] {
  const places = files.flatMap((file) =>
    low.has(file) || entries.has(file) || rankOf(folderOf(file)) >= 0
      ? []
      : [`${file}: in no layer; tools/layers.ts lists them`],
  )
  const broken = importsOf(root, files).flatMap(({ from, to }) => {
    if (low.has(to) || entries.has(from)) return []
    const [own, other] = [folderOf(from), folderOf(to)]
    if (entries.has(to)) {
      return users.has(own)
        ? []
        : [`${from} imports ${to}: import the file that has it, the entry points are for users`]
    }
    if (low.has(from)) {
      const allowed = other === 'generated' || other === 'errors' || other === 'readers'
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

/** Returns the groups of files that import each other. */
export function importCycles(root: string, files: readonly string[]): string[] {
  const targets = new Map<string, string[]>()
  for (const { from, to } of importsOf(root, files)) targets.set(from, [...(targets.get(from) ?? []), to])
  return strongComponents(targets)
    .filter((group) => group.length > 1)
    .map((group) => `${group.sort().join(', ')}: import each other; move what they share into a file of its own`)
}

/** Strongly connected components, by Tarjan's algorithm. */
function strongComponents(targets: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const groups: string[][] = []
  const visit = (file: string): number => {
    const own = order.size
    order.set(file, own)
    lowest.set(file, own)
    stack.push(file)
    for (const next of targets.get(file) ?? []) {
      const seen = order.has(next) ? (stack.includes(next) ? order.get(next)! : own) : visit(next)
      lowest.set(file, Math.min(lowest.get(file)!, seen))
    }
    if (lowest.get(file) === own) groups.push(stack.splice(stack.indexOf(file)))
    return lowest.get(file)!
  }
  for (const file of targets.keys()) if (!order.has(file)) visit(file)
  return groups
}
