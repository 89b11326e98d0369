// npm run package: writes the packages that are published into packages/: penstock-data (JavaScript, types, sources, documents,
// without a native library), and those of libraries.ts, of which npm installs where they fit what every user needs
// (optionalDependencies), and keeps to the same version what users install beside it (peerDependencies).
// `wheel-x64`, `wheel-arm64`, `wheel-musl-x64` and `wheel-musl-arm64` are the Python package with both in it. `npm run package -- main linux-x64` writes these two only. Each is packed from a folder of its own, so that `npm install` of a tarball gets what the registry will get.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional: boolean }>
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

/** What a library's package has of its folder in build-prebuilt: the library, of the video plugin all that it needs. */
function filesOf({ id, file }: Library): string[] {
  return file === 'penstock_av.so' ? readdirSync(join(root, 'build-prebuilt', id)) : [file]
}

/** Licences that let a program contain a library ask that its user can exchange the library. */
function notesOf({ id, file }: Library): string {
  if (file !== 'penstock_av.so') return ''
  const target = id.replace('av-', '')
  const versions = readFileSync(join(root, `build-prebuilt/av-root-${target}/versions`), 'utf8')
    .trim()
    .split('\n')
  return `
FFmpeg is not linked into the plugin but loaded from the files beside it (LGPL, FFmpeg.txt; dav1d.txt; zlib.txt). They are built, unchanged, from
Debian's source packages \`ffmpeg\` ${versions[0]}, \`dav1d\` ${versions[1]} and \`zlib\` ${versions[2]}, by
\`sh rebuild/tools/package/av-libraries.sh ${target}\`.
Libraries that this makes, or changed ones of FFmpeg 5.1, can take their place.
`
}

/** The package of one library: what its script has built, and what npm needs to know of it. */
function libraryPackage(folder: string, library: Library): void {
  const { id, file, cpu, libc, what, contains, installed } = library
  const built = join(root, 'build-prebuilt', id)
  const files = filesOf(library)
  // A library for musl needs no glibc at all.
  const promised = libc === 'glibc' ? oldest.glibc : '0'
  for (const name of files.filter((name) => /\.(?:node|so(?:\.\d+)?)$/.test(name))) {
    const needed = newestGlibc(join(built, name))
    if (needed.localeCompare(promised, 'en', { numeric: true }) > 0) {
      throw new Error(`${join(built, name)} needs glibc ${needed}, and ${promised} is promised`)
    }
  }
  const { version, license, engines, repository, homepage, bugs, publishConfig } = manifest
  const description = `${what} of ${manifest.name} for ${os}-${cpu} (${libc} ${oldest[libc]} or later)`
  const fields = { name: nameOf(library), version, description, license, engines, os: [os], cpu: [cpu], libc: [libc] }
  const exports = { [`./${file}`]: `./${file}`, './package.json': './package.json' }
  const published = { repository, homepage, bugs, publishConfig }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...fields, ...published, exports }, null, 2))
  const linked = contains.map((part) => `- ${part}\n`).join('')
  const way =
    installed === 'on request'
      ? `\`npm install ${fields.name}\` installs it beside ${manifest.name}.`
      : `${manifest.name} installs it.`
  const text = `${description}. ${way}\n\nIt contains:\n\n${linked}${notesOf(library)}`
  writeFileSync(join(folder, 'README.md'), `# ${fields.name}\n\n${text}`)
  for (const name of files) cpSync(join(built, name), join(folder, name), { recursive: true })
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
  const versions = (installed: Library['installed']) =>
    Object.fromEntries(
      libraries.filter((one) => one.installed === installed).map((one) => [nameOf(one), manifest.version]),
    )
  const optionalDependencies = { ...manifest.optionalDependencies, ...versions('with the main package') }
  const onRequest = versions('on request')
  const peerDependencies = { ...manifest.peerDependencies, ...onRequest }
  const optional = Object.fromEntries(Object.keys(onRequest).map((name) => [name, { optional: true }]))
  const peerDependenciesMeta = { ...manifest.peerDependenciesMeta, ...optional }
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify(
      { ...kept, scripts, optionalDependencies, peerDependencies, peerDependenciesMeta, devDependencies },
      null,
      2,
    ),
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
/** What a wheel brings: linux-x64 for wheel-x64. */
const targetOf = (wheel: string) => wheel.replace(/^wheel-(musl)?-?/, 'linux$1-')
const targets = wheels.filter((id) => wanted.includes(id)).map(targetOf)
const inWheels = libraries.filter(({ id }) => targets.includes(id.replace('av-', '')))

for (const { prebuild } of new Set([...chosen, ...inWheels]))
  run(root, 'sh', join('tools/package', prebuild[0]), ...prebuild.slice(1))
run(root, 'sh', 'tools/build-ts.sh')
if (!wanted.length) rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
if (!wanted.length || wanted.includes('main')) make(mainPackage)
for (const library of chosen) make((folder) => libraryPackage(folder, library))
for (const id of wheels) {
  if (!wanted.length || wanted.includes(id)) run(root, 'sh', 'tools/package/wheel.sh', targetOf(id))
}
