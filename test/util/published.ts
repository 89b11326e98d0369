// Installs the packages that `npm run package` wrote into an empty project.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { libraries } from '../../tools/package/libraries.js'
import { tempFolder } from './files.js'
import { name, version } from './installed.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const ids = [name, ...libraries.filter(({ cpu }) => cpu === process.arch).map(({ id }) => `${name}-${id}`)]
const tarballs = ids.map((id) => join(root, 'packages', `${id}-${version}.tgz`))

/** Whether the packages for this machine are there. */
export const written = tarballs.every((tarball) => existsSync(tarball))
if (!written) console.warn('The packages are not tested: `npm run package` writes them')

/** One installation, which is kept until the packages are written anew: npm takes longer than a copy. */
function installOnce(): string {
  const kept = join(root, 'build/published')
  const stamp = tarballs.map((tarball) => Math.round(statSync(tarball).mtimeMs).toString(36)).join('-')
  const place = join(kept, stamp)
  if (existsSync(place)) return place
  mkdirSync(kept, { recursive: true })
  const project = mkdtempSync(join(kept, 'new-'))
  writeFileSync(join(project, 'package.json'), '{ "private": true }')
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', ...tarballs]
  execFileSync('npm', args, { cwd: project, stdio: 'pipe' })
  // Another test may have been faster, and its installation is as good.
  if (existsSync(place)) rmSync(project, { recursive: true })
  else renameSync(project, place)
  for (const old of readdirSync(kept))
    if (!old.startsWith('new-') && old !== stamp) rmSync(join(kept, old), { recursive: true })
  return place
}

/** Returns the folder of a project of the caller's own. */
export function installPublished(): string {
  const project = tempFolder()
  cpSync(installOnce(), project, { recursive: true, verbatimSymlinks: true })
  return project
}
