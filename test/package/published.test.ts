// The packages that `npm run package` wrote, installed into an empty project: they run without a compiler, Python or an install
// script, and say what is missing where their addon does not fit.
// @module-tag long
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { newestGlibc } from '../../tools/package/glibc.js'
import { tempFolder } from '../util/files.js'
import { codeOf, installTimeout, name, version } from '../util/installed.js'
import { nodes } from '../util/nodes.js'

const packages = fileURLToPath(new URL('../../packages', import.meta.url))
const tarballs = [name, `${name}-linux-x64`].map((id) => join(packages, `${id}-${version}.tgz`))
const written = tarballs.every((tarball) => existsSync(tarball))
if (!written) console.warn('The packages are not tested: `npm run package` writes them')

const addonPackage = `${name}-linux-x64`
let project = ''
/** A folder for PATH with nothing in it but what a test links there. */
let bare = ''

beforeAll(() => {
  if (!written) return
  project = tempFolder()
  bare = tempFolder()
  writeFileSync(join(project, 'package.json'), '{ "private": true }')
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', ...tarballs]
  execFileSync('npm', args, { cwd: project, stdio: 'pipe' })
  writeFileSync(join(project, 'train.mjs'), codeOf(project, 'README.md', 'js'))
}, installTimeout)

const inPackage = (...path: string[]) => join(project, 'node_modules', ...path)
const run = (node: string, ...args: string[]) =>
  spawnSync(node, args, { cwd: project, encoding: 'utf8', env: { PATH: bare, HOME: project } })

/** Bytes of all files in the folder but those of packages whose name begins with @img. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    if (entry.name === '@img') return sum
    const path = join(folder, entry.name)
    return sum + (entry.isDirectory() ? bytesIn(path) : statSync(path).size)
  }, 0)
}

describe.skipIf(!written)('the packages that are published', () => {
  test.each(nodes)("run the README's first example without a compiler: %s", (_, node) => {
    const { status, stdout, stderr } = run(node, 'train.mjs')
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^(24 images, 3612672 numbers, the first -?\d\.\d{3}\n){3}.+ \[\]\n$/)
  })

  test('have no script that runs at installation, and no more than 25 MB without libvips', () => {
    for (const id of readdirSync(inPackage())) {
      const file = inPackage(id, 'package.json')
      if (!existsSync(file)) continue
      const { scripts = {}, gypfile } = JSON.parse(readFileSync(file, 'utf8'))
      expect([id, gypfile, scripts.preinstall, scripts.install, scripts.postinstall]).toEqual([
        id,
        ...Array(4).fill(undefined),
      ])
      expect(existsSync(inPackage(id, 'binding.gyp'))).toBe(false)
    }
    expect(bytesIn(inPackage())).toBeLessThan(25e6)
    const own = readdirSync(inPackage(name), { recursive: true, encoding: 'utf8' })
    expect(own.filter((path) => path.endsWith('.node'))).toEqual([])
    expect(['cmake-js', 'node-addon-api', 'node-api-headers'].filter((id) => existsSync(inPackage(id)))).toEqual([])
  })

  test('have an addon that needs nothing but glibc 2.28', () => {
    const addon = inPackage(addonPackage, 'penstock.node')
    const [major, minor] = newestGlibc(addon).split('.').map(Number) as [number, number]
    expect([major, minor <= 28]).toEqual([2, true])
    const needed = execFileSync('readelf', ['-d', addon], { encoding: 'utf8' }).matchAll(/NEEDED.*\[(.*)\]/g)
    const known = /^(libc|libm|libdl|libpthread|librt|ld-linux-x86-64)\.so\.\d$/
    expect([...needed].map(([, library]) => library!).filter((library) => !known.test(library))).toEqual([])
    const exported = execFileSync('nm', ['-D', '--defined-only', addon], { encoding: 'utf8' }).trim().split('\n')
    expect(exported.map((line) => line.split(' ').at(-1)!).sort()).toEqual([
      'napi_register_module_v1',
      'node_api_module_get_api_version_v1',
    ])
    // It has the vector code, and finds the CPU's instructions as the addon of a checkout does.
    const level = (root: string) =>
      /SIMD +(\w+);/.exec(run(process.execPath, join(root, 'dist/cli/main.js'), 'doctor').stdout)?.[1]
    expect(level(inPackage(name))).toBe(level(fileURLToPath(new URL('../..', import.meta.url))))
  })

  const program = `
    import { fn, pipelineDef } from '${name}'
    const pipe = pipelineDef({ batchSize: 1 }, () => fn.random.uniform())()
    pipe.run().catch(({ code, message }) => console.log(code, message))`

  test('say what to install where the package with the addon is missing', () => {
    const [from, to] = [inPackage(addonPackage), inPackage('.hidden')]
    renameSync(from, to)
    try {
      const { stdout } = run(process.execPath, '--input-type=module', '-e', program)
      expect(stdout).toMatch(/^NATIVE_UNAVAILABLE .*Cannot find module 'penstock-data-linux-x64\/penstock\.node'/)
      expect(stdout).toContain(`Install it with \`npm install ${addonPackage}\``)
    } finally {
      renameSync(to, from)
    }
  })

  test('can be imported on other systems, and say that they do not run there', () => {
    writeFileSync(join(project, 'mac.mjs'), "Object.defineProperty(process, 'platform', { value: 'darwin' })")
    const { stdout, stderr } = run(process.execPath, '--import', './mac.mjs', '--input-type=module', '-e', program)
    expect([stdout, stderr]).toEqual([expect.stringMatching(/^NATIVE_UNAVAILABLE .*penstock runs on Linux; /), ''])
  })

  test('have a command', () => {
    symlinkSync(process.execPath, join(bare, 'node'))
    const { stdout } = run(inPackage('.bin/penstock'), 'doctor')
    expect(stdout).toContain('ok  addon')
  })
})
