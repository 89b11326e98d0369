// Checks the packages that `npm run package` wrote into packages/: that all are there, made of this version, complete, and
// without what must not be in them.
import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { libraries } from '../package/libraries.js'
import { type Manifest, manifestOf } from './manifest.js'

const tar = (file: string, ...args: string[]) =>
  execFileSync('tar', [...args, '-f', file], { encoding: 'utf8', maxBuffer: 2 ** 26 })

/** Files that a package must have. Licences go with what they are for. */
const everywhere = ['package.json', 'README.md', 'LICENSE', 'THIRD_PARTY.md']
const ofMain = [
  'dist/index.js',
  'dist/index.d.ts',
  'dist/actor.cjs',
  'dist/require/index.cjs',
  'dist/required.cjs',
  'CHANGELOG.md',
  'docs/start/install.md',
]
/** Scripts that run at installation, and files that do not belong in a package. */
const unwantedScripts = ['preinstall', 'install', 'postinstall', 'prepare']
const unwantedFiles = /(?:^|\/)(?:\.env|\.npmrc|id_rsa|\.git)\b|\.(?:js|cjs|css|ts)\.map$|\.tgz$/

interface Package {
  name: string
  wanted: string[]
  /** The file with native code. */
  library?: string
}

function faultsOfTarball(file: string, where: string, { name, wanted }: Package, root: Manifest): string[] {
  const files = new Set(
    tar(file, '-t')
      .split('\n')
      .filter(Boolean)
      .map((path) => path.replace(/^package\//, '')),
  )
  const manifest = JSON.parse(tar(file, '-xO', 'package/package.json')) as Manifest
  const faults = [...everywhere, ...wanted].filter((path) => !files.has(path)).map((path) => `${where} has no ${path}`)
  if (manifest.name !== name) faults.push(`${where} is called ${manifest.name}`)
  if (manifest.version !== root.version)
    faults.push(`${where} has version ${manifest.version}, package.json ${root.version}`)
  for (const script of unwantedScripts)
    if (manifest.scripts?.[script]) faults.push(`${where} runs a script at installation: ${script}`)
  for (const path of files) if (unwantedFiles.test(path)) faults.push(`${where} has ${path}`)
  for (const field of ['repository', 'homepage', 'bugs', 'license', 'publishConfig'] as const)
    if (JSON.stringify(manifest[field]) !== JSON.stringify(root[field]))
      faults.push(`${where}: ${field} is not that of package.json`)
  return faults
}

/** The rules for the main package's references to the others. */
function faultsOfOptional(file: string, where: string, root: Manifest): string[] {
  const { optionalDependencies = {}, peerDependencies = {} } = JSON.parse(
    tar(file, '-xO', 'package/package.json'),
  ) as Manifest
  return libraries.flatMap(({ id, installed }) => {
    const field = installed === 'on request' ? peerDependencies : optionalDependencies
    const wanted = field[`${root.name}-${id}`]
    return wanted === root.version
      ? []
      : [`${where} wants ${root.name}-${id} ${wanted ?? 'not at all'}, not ${root.version}`]
  })
}

export interface Tarball {
  path: string
  bytes: number
}

/** The packages in the order in which they are published: the main one last, because it wants the others. */
export function tarballs(root: string): { found: Tarball[]; faults: string[] } {
  const manifest = manifestOf(root)
  const all: Package[] = [
    ...libraries.map(({ id, file }) => ({ name: `${manifest.name}-${id}`, wanted: [file], library: file })),
    { name: manifest.name, wanted: ofMain },
  ]
  const committed = Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' })) * 1000
  const found: Tarball[] = []
  const faults = all.flatMap((one) => {
    const where = `packages/${one.name}-${manifest.version}.tgz`
    const file = join(root, where)
    if (!existsSync(file)) return [`${where} is not there: run \`npm run package\``]
    const { size, mtimeMs } = statSync(file)
    found.push({ path: where, bytes: size })
    return [
      ...(mtimeMs < committed ? [`${where} is older than the last commit: run \`npm run package\``] : []),
      ...faultsOfTarball(file, where, one, manifest),
      ...(one.library ? [] : faultsOfOptional(file, where, manifest)),
    ]
  })
  return { found, faults }
}
