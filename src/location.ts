// Finds this package's files when a program runs. The modules of a bundle do not know; they look for the package that is
// installed where the program is. Nothing is looked up while modules load.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { nativeUnavailable } from './errors/factories.js'

/** Makes a require() for a file. Bundlers would look for its calls if it were imported, and replace them. */
export const { createRequire } = process.getBuiltinModule('node:module')

const name = 'penstock-data'
/** This file, dist/actor.cjs, or a bundle; undefined in a bundle of format CommonJS. */
const self = import.meta.url as string | undefined
const here = self && fileURLToPath(self)

/** The folder of this package's code, by which stacks are read: dist, or src where tests run it. */
export const codeFolder: string = here ? dirname(here) : ''

/** Whether the folder is the package's: a bundle may lie anywhere, and bundlers write down where a module was. */
function isPackage(folder: string): boolean {
  try {
    return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string }).name === name
  } catch {
    return false
  }
}

function findRoot(): string {
  // This file is one folder below, and so is dist/actor.cjs, which contains it.
  if (codeFolder && isPackage(dirname(codeFolder))) return dirname(codeFolder)
  const places = [here, process.argv[1], join(process.cwd(), 'package.json')]
  for (const place of places) {
    try {
      if (place) return dirname(createRequire(place).resolve(`${name}/package.json`))
    } catch {
      // The next place may see it.
    }
  }
  throw nativeUnavailable(
    `A bundle contains the code of ${name}, but the package is not installed where the bundle runs`,
    `Install ${name} beside the bundle: it has the native addon and the code of worker threads`,
  )
}

let root: string | undefined

/** A file or folder of the package, which need not exist. Throws NATIVE_UNAVAILABLE where only a bundle of it is. */
export function packageFile(path: string): string {
  root ??= findRoot()
  return join(root, path)
}

/** Starts a thread with a file of the package. Throws Node.js's error where the system grants none. */
export function startThread(path: string, options: WorkerOptions): Worker {
  // A worker refuses the flag for the language of a script that is given on the command line.
  const typed = process.execArgv.some((flag) => flag.startsWith('--input-type'))
  return new Worker(packageFile(path), { ...(typed && { execArgv: [] }), ...options })
}

/** The file that `require(id)` loads in this package. Throws Node.js's error where there is no such package. */
export const resolveInstalled = (id: string): string => createRequire(packageFile('package.json')).resolve(id)

/** Loads a file, or a dependency that is a CommonJS module, when it is first needed; bundlers leave it alone. */
export const loadInstalled = <T>(id: string): T => createRequire(packageFile('package.json'))(id) as T
