// npm run package: writes the packages that are published into packages/: penstock-data (JavaScript, types, sources, documents,
// without a native library), and those of libraries.ts, which npm installs where they fit (optionalDependencies).
// `wheel-x64`, `wheel-arm64`, `wheel-musl-x64` and `wheel-musl-arm64` are the Python package with both in it. `npm run package -- main linux-x64` writes these two only. Each is packed from a folder of its own, so that `npm install` of a tarball gets what the registry will get.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newestGlibc } from './glibc.js'
import { type Library, libraries, oldest, os } from './libraries.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const out = join(root, 'packages')

interface Manifest {
  name: string
  version: string
  license: string
  engines: object
  repository?: unknown
  homepage?: unknown
  bugs?: unknown
  publishConfig?: unknown
  optionalDependencies: Record<string, string>
  scripts?: Record<string, string>
  devDependencies: Record<string, string>
  files?: string[]
  os?: string[]
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
const nameOf = ({ id }: Library) => `${manifest.name}-${id}`

function run(cwd: string, program: string, ...args: string[]): string {
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Packs the folder, and returns what npm says of the tarball. */
function pack(folder: string): { filename: string; size: number; unpackedSize: number } {
  const args = ['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', out]
  const [packed] = JSON.parse(run(folder, 'npm', ...args)) as [ReturnType<typeof pack>]
  return packed
}

/** The package of one library: the file, and what npm needs to know of it. */
function libraryPackage(folder: string, library: Library): void {
  const { id, file, cpu, libc, what, contains } = library
  const built = join(root, 'build-prebuilt', id, file)
  const needed = newestGlibc(built)
  // A library for musl needs no glibc at all.
  const promised = libc === 'glibc' ? oldest.glibc : '0'
  if (needed.localeCompare(promised, 'en', { numeric: true }) > 0) {
    throw new Error(`${built} needs glibc ${needed}, and ${promised} is promised`)
  }
  const { version, license, engines, repository, homepage, bugs, publishConfig } = manifest
  const description = `${what} of ${manifest.name} for ${os}-${cpu} (${libc} ${oldest[libc]} or later)`
  const fields = { name: nameOf(library), version, description, license, engines, os: [os], cpu: [cpu], libc: [libc] }
  const exports = { [`./${file}`]: `./${file}`, './package.json': './package.json' }
  const published = { repository, homepage, bugs, publishConfig }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...fields, ...published, exports }, null, 2))
  const linked = contains.map((part) => `- ${part}\n`).join('')
  const text = `${description}. ${manifest.name} installs it.\n\nLinked into it:\n\n${linked}`
  writeFileSync(join(folder, 'README.md'), `# ${fields.name}\n\n${text}`)
  cpSync(built, join(folder, file))
  for (const name of ['LICENSE', 'THIRD_PARTY.md']) cpSync(join(root, name), join(folder, name))
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
  // Types are for every system; the packages of libraries say where they fit.
  const { devDependencies: all, files: _files, os: _os, ...kept } = manifest
  // build:native says which versions it wants.
  const needed = ['cmake-js', 'node-addon-api', 'node-api-headers']
  const devDependencies = Object.fromEntries(needed.map((name) => [name, all[name]]))
  const wanted = ['build:native', 'build:cuda']
  const scripts = Object.fromEntries(Object.entries(manifest.scripts ?? {}).filter(([name]) => wanted.includes(name)))
  const native = Object.fromEntries(libraries.map((library) => [nameOf(library), manifest.version]))
  const optionalDependencies = { ...manifest.optionalDependencies, ...native }
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

const wanted = process.argv.slice(2)
const wheels = ['wheel-x64', 'wheel-arm64', 'wheel-musl-x64', 'wheel-musl-arm64']
const known = ['main', ...wheels, ...libraries.map(({ id }) => id)]
const unknown = wanted.filter((id) => !known.includes(id))
if (unknown.length) throw new Error(`There is no ${unknown.join(', ')}: ${known.join(', ')}`)
const chosen = libraries.filter(({ id }) => !wanted.length || wanted.includes(id))

for (const { prebuild } of chosen) run(root, 'sh', join('tools/package', prebuild[0]), ...prebuild.slice(1))
run(root, 'sh', 'tools/build-ts.sh')
if (!wanted.length) rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
if (!wanted.length || wanted.includes('main')) make(mainPackage)
for (const library of chosen) make((folder) => libraryPackage(folder, library))
for (const id of wheels) {
  if (!wanted.length || wanted.includes(id))
    run(root, 'sh', 'tools/package/wheel.sh', id.replace(/^wheel-(musl)?-?/, 'linux$1-'))
}
