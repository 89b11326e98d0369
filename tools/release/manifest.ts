// Checks what a release needs of package.json, CHANGELOG.md and the repository: the version, its notes, and the fields
// that npm's provenance goes by.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Hashes, type Table, tablePath, unaccounted } from './bytes.js'

export interface Manifest {
  name: string
  version: string
  license?: string
  repository?: string | { type?: string; url?: string }
  homepage?: string
  bugs?: string | { url?: string }
  publishConfig?: { access?: string; provenance?: boolean; registry?: string }
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  scripts?: Record<string, string>
}

const readJson = <T>(root: string, path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as T
export const manifestOf = (root: string) => readJson<Manifest>(root, 'package.json')

const git = (root: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** The tags of releases, v1.2.3, the newest first. */
function releases(root: string): string[] {
  return git(root, 'tag', '--list', 'v[0-9]*.[0-9]*.[0-9]*', '--sort=-v:refname').split('\n').filter(Boolean)
}

const semantic = /^(\d+)\.(\d+)\.(\d+)(?:-[\w.]+)?$/
const isHigher = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true }) > 0

export function faultsOfVersion(root: string): string[] {
  const { version } = manifestOf(root)
  const lock = readJson<{ version: string; packages: Record<string, { version: string }> }>(root, 'package-lock.json')
  const faults: string[] = []
  if (!semantic.test(version)) faults.push(`package.json: ${version} is no version such as 1.2.3`)
  for (const other of [lock.version, lock.packages['']!.version])
    if (other !== version) faults.push(`package-lock.json has ${other}, package.json ${version}: run \`npm install\``)
  const [last] = releases(root)
  if (last && !isHigher(version, last.slice(1)))
    faults.push(`${version} is not above ${last}, which is released already`)
  if (git(root, 'status', '--porcelain')) faults.push('there are changes that are not committed')
  return faults
}

/** The newest version of the change log is this one, and has notes. */
export function faultsOfChangelog(root: string): string[] {
  const { version } = manifestOf(root)
  const [, newest = ''] = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m)
  const named = newest.split('\n')[0]!.split(' ')[0]
  if (named !== version) return [`CHANGELOG.md begins with ${named || 'no version'}: expected "## ${version}"`]
  return /^- /m.test(newest) ? [] : [`CHANGELOG.md says nothing of ${version}`]
}

/** Addresses that stand for others: they belong to no project. */
const placeholder =
  /example\.(?:com|org|net)|\b(?:your|my)[-_]?(?:name|org|user|repo)|OWNER|USERNAME|TODO|<|localhost|placeholder/i
const urlOf = (field: string | { url?: string } | undefined) => (typeof field === 'string' ? field : field?.url)

/** Fields that provenance needs, in package.json or in a package's own one. `where` names it. */
export function faultsOfMetadata(manifest: Manifest, where: string): string[] {
  const faults: string[] = []
  const address = (name: string, url: string | undefined, why: string) => {
    if (!url) faults.push(`${where}: ${name} is missing: ${why}`)
    else if (placeholder.test(url)) faults.push(`${where}: ${name} is a placeholder, ${url}: ${why}`)
    else if (!/^(?:git\+)?https:\/\/[^/]+\/.+/.test(url))
      faults.push(`${where}: expected an https address for ${name} but found ${url}`)
  }
  address(
    'repository',
    urlOf(manifest.repository),
    'npm compares it with where the package is built, for its provenance; the public repository is set by `npm pkg set repository.type=git repository.url=git+https://HOST/PATH.git`',
  )
  if (manifest.homepage !== undefined) address('homepage', manifest.homepage, 'leave it out, or give a real one')
  if (manifest.bugs !== undefined) address('bugs', urlOf(manifest.bugs), 'leave it out, or give a real one')
  if (manifest.publishConfig?.provenance !== true) faults.push(`${where}: publishConfig.provenance is not true`)
  if (manifest.publishConfig?.access !== 'public') faults.push(`${where}: publishConfig.access is not 'public'`)
  if (!manifest.license) faults.push(`${where}: license is missing`)
  return faults
}

/** The rule of docs/reference/versioning.md, against the last release. */
export function faultsOfBytes(root: string, now: Hashes): string[] {
  const stored = readJson<Table>(root, tablePath)
  const faults = Object.keys({ ...stored.hashes, ...now })
    .filter((name) => stored.hashes[name] !== now[name])
    .map((name) => `${tablePath} does not have the bytes of "${name}": see docs/reference/versioning.md`)
  const [last] = releases(root)
  if (!last || !existsSync(join(root, tablePath))) return faults
  let text: string
  try {
    text = git(root, 'show', `${last}:${tablePath}`)
  } catch {
    return faults // that release had no table
  }
  const { hashes } = JSON.parse(text) as Table
  return [...faults, ...unaccounted({ version: last.slice(1), hashes }, now, manifestOf(root).version)]
}
