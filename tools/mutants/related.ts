// Finds the tests that import a source, directly or through other files.
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { projectFiles } from '../check/project-files.js'

/** Files that a text names other than by a path of its own: the package, and what worker threads are started with. */
const named: Record<string, string> = {
  'penstock-data': 'src/index.ts',
  'penstock-data/dynamic': 'src/dynamic.ts',
  'penstock-data/tfjs': 'src/tfjs.ts',
  'penstock-data/transformers': 'src/transformers.ts',
  'dist/actor.cjs': 'src/actors/runner.ts',
  'dist/stores.cjs': 'src/readers/stores/serve.ts',
}

/** Imports of types alone leave nothing in the compiled file. */
const types = /^(?:import|export) type\b[^'"]*['"][^'"\n]+['"]/gm

function importsOf(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8').replace(types, '')
  return [...text.matchAll(/['"]([^'"\n]+)['"]/g)].flatMap(([, name]) => {
    if (Object.hasOwn(named, name!)) return [named[name!]!]
    return /^\.{1,2}\/.*\.js$/.test(name!) ? [normalize(join(dirname(file), name!)).replace(/\.js$/, '.ts')] : []
  })
}

/** For each file of src and test, the files that import it. */
export function importers(root: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const file of ['src', 'test'].flatMap((folder) => projectFiles(root, folder))) {
    if (!file.endsWith('.ts')) continue
    for (const name of new Set(importsOf(root, file))) found.set(name, [...(found.get(name) ?? []), file])
  }
  return found
}

const words = (file: string) =>
  basename(file)
    .replace(/\..*/, '')
    .split('-')
    .map((word) => word.replace(/s$/, ''))

/**
 * The short tests that import a file, directly or through others: first those that are called as it or its folder or mention one
 * of `names`, then by how many files lie between.
 */
export function relatedTests(
  root: string,
  all: ReadonlyMap<string, string[]>,
  file: string,
  names: readonly string[] = [],
): string[] {
  const distance = new Map([[file, 0]])
  for (const [name, far] of distance) {
    for (const user of all.get(name) ?? []) if (!distance.has(user)) distance.set(user, far + 1)
  }
  const alike = (test: string, text: string) =>
    words(test).filter((word) => words(file).includes(word)).length +
    (dirname(file)
      .split('/')
      .includes(basename(dirname(test)))
      ? 0.5
      : 0) +
    (names.some((name) => new RegExp(`\\b${name}\\b`).test(text)) ? 1 : 0)
  return [...distance]
    .filter(([name]) => name.endsWith('.test.ts') && existsSync(join(root, name)))
    .map(([name, far]) => ({ name, far, text: readFileSync(join(root, name), 'utf8') }))
    .filter(({ text }) => !/@module-tag long\b/.test(text))
    .map(({ name, far, text }) => ({ name, far, alike: alike(name, text) }))
    .sort((a, b) => b.alike - a.alike || a.far - b.far || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name)
}
