// Finds out where the running package is from, so that a new project can install the same one. A version that is in a
// registry is named by its number; a checkout and a tarball, which may never have been published, by their paths.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isCheckout, packageRoot, version } from '../package.js'

const own = 'penstock-data'

interface Lock {
  packages?: Record<string, { resolved?: string } | undefined>
}

/** The packages that the project needs, as its package.json names them: this one, and its addon's where that was installed by a path. */
export function dependencies(): Record<string, string> {
  // npm links a folder, so the checkout's own build and packages are used.
  if (isCheckout()) return { [own]: `file:${resolve(packageRoot)}` }
  const modules = dirname(resolve(packageRoot))
  const found: Record<string, string> = { [own]: `^${version()}` }
  for (const [path, { resolved = '' } = {}] of Object.entries(installed(modules))) {
    const name = path.replace(/^node_modules\//, '')
    // A package of the addon or the GPU plugin that was not published cannot be found by its version either.
    if (name === own || name.startsWith(`${own}-`)) Object.assign(found, source(name, resolved, modules))
  }
  return found
}

/** What npm notes about the packages in a folder node_modules; nothing where another tool has installed them. */
function installed(modules: string): NonNullable<Lock['packages']> {
  try {
    return (JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')) as Lock).packages ?? {}
  } catch {
    return {}
  }
}

/** Nothing for a package of a registry. npm copies a tarball, and links the folder of one that is gone. */
function source(name: string, resolved: string, modules: string): Record<string, string> {
  if (resolved.startsWith('git+')) return { [name]: resolved }
  if (!resolved.startsWith('file:')) return {}
  const tarball = resolve(dirname(modules), resolved.slice('file:'.length))
  return { [name]: `file:${existsSync(tarball) ? tarball : join(modules, name)}` }
}
