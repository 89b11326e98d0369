// npm run package: writes the packages that are published into packages/: penstock-data (JavaScript, types, sources, documents,
// without an addon), and one with the addon for each platform, which npm installs where it fits (optionalDependencies).
// Each is packed from a folder of its own, so that `npm install` of a tarball gets what the registry will get.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newestGlibc } from './glibc.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const out = join(root, 'packages')
/** The platforms with an addon: the values of npm's fields os, cpu and libc, and the oldest glibc that it runs with. */
const platforms = [{ os: 'linux', cpu: 'x64', libc: 'glibc', oldest: '2.28' }] as const

interface Manifest {
  name: string
  version: string
  license: string
  engines: object
  optionalDependencies: Record<string, string>
  scripts?: Record<string, string>
  devDependencies: Record<string, string>
  files?: string[]
  os?: string[]
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
const nameOf = ({ os, cpu }: (typeof platforms)[number]) => `${manifest.name}-${os}-${cpu}`

function run(cwd: string, program: string, ...args: string[]): string {
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Packs the folder, and returns what npm says of the tarball. */
function pack(folder: string): { filename: string; size: number; unpackedSize: number } {
  const args = ['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', out]
  const [packed] = JSON.parse(run(folder, 'npm', ...args)) as [ReturnType<typeof pack>]
  return packed
}

/** The package for one platform: the addon, and what npm needs to know of it. */
function platformPackage(folder: string, platform: (typeof platforms)[number]): void {
  const { os, cpu, libc, oldest } = platform
  const addon = join(root, `build-prebuilt/${os}-${cpu}/penstock.node`)
  const needed = newestGlibc(addon)
  if (needed.localeCompare(oldest, 'en', { numeric: true }) > 0) {
    throw new Error(`${addon} needs glibc ${needed}, and ${oldest} is promised`)
  }
  const { version, license, engines } = manifest
  const description = `The native addon of ${manifest.name} for ${os}-${cpu} (${libc} ${oldest} or later)`
  const fields = { name: nameOf(platform), version, description, license, engines, os: [os], cpu: [cpu], libc: [libc] }
  const exports = { './penstock.node': './penstock.node', './package.json': './package.json' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...fields, exports }, null, 2))
  writeFileSync(join(folder, 'README.md'), `# ${fields.name}\n\n${description}. ${manifest.name} installs it.\n`)
  cpSync(addon, join(folder, 'penstock.node'))
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}

/** The package that users install. What can be done in a checkout only is left out of its description. */
function mainPackage(folder: string): void {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error']
  const [{ files }] = JSON.parse(run(root, 'npm', ...args)) as [{ files: { path: string }[] }]
  for (const { path } of files) {
    if (path.endsWith('.node')) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  // Types are for every system; the addon's packages say where they fit.
  const { devDependencies: all, files: _files, os: _os, ...kept } = manifest
  // build:native says which versions it wants.
  const needed = ['cmake-js', 'node-addon-api', 'node-api-headers']
  const devDependencies = Object.fromEntries(needed.map((name) => [name, all[name]]))
  const wanted = ['build:native', 'build:cuda']
  const scripts = Object.fromEntries(Object.entries(manifest.scripts ?? {}).filter(([name]) => wanted.includes(name)))
  const addons = Object.fromEntries(platforms.map((platform) => [nameOf(platform), manifest.version]))
  const optionalDependencies = { ...manifest.optionalDependencies, ...addons }
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ ...kept, scripts, optionalDependencies, devDependencies }, null, 2),
  )
}

function make(fill: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-package-'))
  try {
    fill(folder)
    const { filename, size, unpackedSize } = pack(folder)
    const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
    console.log(`packages/${filename}: ${mb(size)}, unpacked ${mb(unpackedSize)}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

run(root, 'sh', 'tools/package/prebuild.sh')
run(root, 'sh', 'tools/build-ts.sh')
rmSync(out, { recursive: true, force: true })
mkdirSync(out)
make(mainPackage)
for (const platform of platforms) make((folder) => platformPackage(folder, platform))
