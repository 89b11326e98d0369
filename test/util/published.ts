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
const tarballOf = (id: string) => join(root, 'packages', `${id}-${version}.tgz`)
const fitting = libraries.filter(({ cpu, libc }) => cpu === process.arch && libc === 'glibc')
const tarballs = [name, ...fitting.map(({ id }) => `${name}-${id}`)].map(tarballOf)

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

const onMusl = [name, `${name}-linuxmusl-${process.arch}`].map(tarballOf)

/** Whether the packages for this processor and musl are there. */
export const writtenForMusl = onMusl.every((tarball) => existsSync(tarball))

/** Returns the folder of a project with what npm installs on musl. */
export function installForMusl(): string {
  const project = tempFolder()
  writeFileSync(join(project, 'package.json'), '{ "private": true }')
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', '--libc=musl', '--force']
  execFileSync('npm', ['install', ...options, ...onMusl], { cwd: project, stdio: 'pipe' })
  return project
}
