// Lists the npm packages whose code is in dist, and those that npm installs beside it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

export interface NpmPackage {
  name: string
  version: string
  license: string
  optional: boolean
}

interface Locked {
  version: string
  license?: string
  dev?: boolean
  devOptional?: boolean
  peer?: boolean
  optional?: boolean
}

function locked(root: string): [string, Locked][] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  return Object.entries(packages)
    .filter(([path]) => path)
    .map(([path, one]) => [path.replace(/^.*node_modules\//, ''), one])
}

const packageOf = (name: string, { version, license = 'UNKNOWN', optional = false }: Locked): NpmPackage => ({
  ...{ name, version, license, optional },
})

/** The packages that npm installs with the package, with dependencies of dependencies. */
export function installed(root: string): NpmPackage[] {
  return locked(root)
    .filter(([, { dev, devOptional, peer }]) => !dev && !devOptional && !peer)
    .map(([name, one]) => packageOf(name, one))
}

/** The programs that tools/build-ts.sh bundles, by what it makes of them. */
const bundles = {
  'dist/actor.cjs': 'dist/actors/runner.js',
  'dist/stores.cjs': 'dist/readers/stores/serve.js',
  'dist/required.cjs': 'dist/require/all.js',
  'dist/dashboard/page.js': 'src/dashboard/page/main.ts',
}

/** The packages whose code is in each bundle. Needs a built dist. */
export async function bundled(root: string): Promise<{ file: string; package: NpmPackage }[]> {
  const all = new Map(locked(root))
  const found = Object.entries(bundles).map(async ([file, entry]) => {
    const { metafile } = await build({
      ...{ absWorkingDir: root, entryPoints: [entry], bundle: true, write: false, metafile: true, outdir: 'unused' },
      ...{ platform: file.endsWith('.cjs') ? 'node' : 'browser', format: file.endsWith('.cjs') ? 'cjs' : 'esm' },
      logLevel: 'error',
      logOverride: { 'empty-import-meta': 'silent' },
    })
    const paths = Object.values(metafile.outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput ? [path] : [])),
    )
    const names = paths.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])
    return [...new Set(names)].sort().map((name) => ({ file, package: packageOf(name, all.get(name)!) }))
  })
  return (await Promise.all(found)).flat()
}
