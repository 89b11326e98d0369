// Finds cycles of imports and includes, for `npm run check`: a file must not reach itself through the files that it
// names. Imports of types count, because a reader follows them too.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join, normalize } from 'node:path'

const script = /\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)|^import '(\.[^']+)'/gm
const python = /^\s*from (\.+)([\w.]*) import \(?([^)#\n]*)/gm
const include = /^\s*#\s*include "([^"]+)"/gm

/** The files that a TypeScript or JavaScript file imports. */
export function scriptImports(root: string, from: string): string[] {
  return [...readFileSync(join(root, from), 'utf8').matchAll(script)].map(([, a, b, c]) =>
    normalize(`${dirname(from)}/${a ?? b ?? c}`).replace(/\.([cm]?)js$/, (ending, kind) =>
      existsSync(join(root, `${dirname(from)}/${a ?? b ?? c}`)) ? ending : `.${kind}ts`,
    ),
  )
}

/** `from ._batch import Batch` names a module, `from . import _loader, jax as j` names several. */
function pythonImports(root: string, from: string): string[] {
  return [...readFileSync(join(root, from), 'utf8').matchAll(python)].flatMap(([, dots, module, names]) => {
    const folder = join(dirname(from), '../'.repeat(dots!.length - 1), ...module!.split('.'))
    return module
      ? [`${folder}.py`]
      : [...names!.matchAll(/(\w+)(?:\s+as\s+\w+)?/g)].map(([, name]) => `${folder}/${name}.py`)
  })
}

/** The files of native that a file includes. */
export function nativeIncludes(root: string, from: string): string[] {
  return [...readFileSync(join(root, from), 'utf8').matchAll(include)].flatMap(([, name]) =>
    [join('native', name!), normalize(join(dirname(from), name!))]
      .filter((path) => existsSync(join(root, path)))
      .slice(0, 1),
  )
}

function importsOf(root: string, from: string): string[] {
  const ending = extname(from)
  if (ending === '.py') return pythonImports(root, from)
  return /^\.(?:cc|cu|h)$/.test(ending) ? nativeIncludes(root, from) : scriptImports(root, from)
}

/** Returns a line for each group of files that import each other. `files`: sources, by their paths from `root`. */
export function importCycles(root: string, files: readonly string[]): string[] {
  const targets = new Map(files.map((from) => [from, importsOf(root, from)]))
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
