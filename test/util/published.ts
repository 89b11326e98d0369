// Installs the packages that `npm run package` wrote into an empty project.
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { libraries } from '../../tools/package/libraries.js'
import { tempFolder } from './files.js'
import { name, version } from './installed.js'

const packages = fileURLToPath(new URL('../../packages', import.meta.url))
const ids = [name, ...libraries.filter(({ cpu }) => cpu === process.arch).map(({ id }) => `${name}-${id}`)]
const tarballs = ids.map((id) => join(packages, `${id}-${version}.tgz`))

/** Whether the packages for this machine are there. */
export const written = tarballs.every((tarball) => existsSync(tarball))
if (!written) console.warn('The packages are not tested: `npm run package` writes them')

/** Returns the project's folder. `others`: what else npm installs there. */
export function installPublished(...others: string[]): string {
  const project = tempFolder()
  writeFileSync(join(project, 'package.json'), '{ "private": true }')
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', ...tarballs, ...others]
  execFileSync('npm', args, { cwd: project, stdio: 'pipe' })
  return project
}
