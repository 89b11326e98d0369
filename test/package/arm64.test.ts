// The packages for arm64, which are built on x86-64, run here on an emulated processor: they give the bytes that x86-64 gives,
// with NEON and without. tools/package/arm64.sh makes what this needs.
// @module-tag long
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { newestGlibc } from '../../tools/package/glibc.js'
import { differences } from '../../tools/release/bytes.js'
import { tempFolder } from '../util/files.js'
import { codeOf, installTimeout, name, version } from '../util/installed.js'
import { addVideoProgram, decodedVideos } from '../util/packaged-video.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const node = join(root, 'build/arm64/node')
const tarballs = [name, `${name}-linux-arm64`, `${name}-av-linux-arm64`].map((id) =>
  join(root, 'packages', `${id}-${version}.tgz`),
)
const ready = existsSync(node) && tarballs.every((tarball) => existsSync(tarball))
if (!ready)
  console.warn('skipped: `npm run package` and `sh tools/package/arm64.sh` make what the tests for arm64 need')

let project = ''
beforeAll(() => {
  if (!ready) return
  project = tempFolder()
  writeFileSync(join(project, 'package.json'), '{ "private": true }')
  // As on arm64: --cpu chooses among optional dependencies, --force lets npm install the addon's package by name.
  const args = [
    'install',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--force',
    '--cpu=arm64',
    '--os=linux',
  ]
  execFileSync('npm', [...args, ...tarballs], { cwd: project, stdio: 'pipe' })
  addVideoProgram(project)
  writeFileSync(join(project, 'train.mjs'), codeOf(project, 'docs/start/install.md', 'js'))
  mkdirSync(join(project, 'test'))
  cpSync(join(root, 'test/bytes'), join(project, 'test/bytes'), { recursive: true })
  for (const folder of ['data', 'native']) symlinkSync(join(root, folder), join(project, folder))
}, installTimeout)

/** Ends a program that takes ten times as long as it should. */
async function run(program: string, args: string[], env: Record<string, string> = {}) {
  const options = { cwd: project, timeout: 500_000, killSignal: 'SIGKILL' as const }
  return promisify(execFile)(program, args, { ...options, env: { PATH: process.env.PATH, HOME: '/tmp', ...env } })
}

describe.skipIf(!ready)('the packages for arm64', () => {
  test('have an addon of arm64 that needs nothing but glibc 2.28', () => {
    const addon = join(project, 'node_modules', `${name}-linux-arm64`, 'penstock.node')
    const said = (option: string) => execFileSync('readelf', [option, addon], { encoding: 'utf8' })
    expect(said('-h')).toMatch(/Machine: +AArch64/)
    expect(Number(newestGlibc(addon).split('.')[1])).toBeLessThanOrEqual(28)
    const needed = [...said('-d').matchAll(/NEEDED.*\[(.*)\]/g)].map(([, library]) => library!)
    const known = /^(libc|libm|libdl|libpthread|librt|ld-linux-aarch64)\.so\.\d$/
    expect(needed.filter((library) => !known.test(library))).toEqual([])
  })

  test('decode videos to the frames of x86-64', async () => {
    expect((await run(node, ['video.mjs'])).stdout).toBe(decodedVideos)
  }, 600_000)

  test('find NEON and every image format', async () => {
    const { stdout } = await run(node, [`node_modules/${name}/dist/cli/main.js`, 'doctor'])
    expect(stdout).toMatch(/ok +SIMD +neon/)
    expect(stdout.match(/^ +ok +\w+ +(libvips|libjpeg-turbo|built in)/gm)?.length).toBeGreaterThanOrEqual(8)
  }, 600_000)

  test('run the first program of the documents, with the numbers of x86-64', async () => {
    const numbers = ({ stdout, stderr }: { stdout: string; stderr: string }) => [
      stdout.match(/^24 images.*$/gm),
      stderr,
    ]
    // The checkout's own package runs it here: the one in the project is for arm64.
    writeFileSync(
      join(root, 'build/arm64/train.mjs'),
      codeOf(project, 'docs/start/install.md', 'js').replace('node_modules/penstock-data/', `${root}/`),
    )
    const here = await run(process.execPath, [join(root, 'build/arm64/train.mjs')])
    const there = await run(node, ['train.mjs'])
    expect(numbers(there)).toEqual(numbers(here))
    expect(numbers(there)[0]?.length).toBe(3)
  }, 600_000)

  test.each(['neon', 'baseline'])(
    'give the bytes of x86-64: %s',
    async (level) => {
      const stored = JSON.parse(readFileSync(join(root, 'test/bytes/hashes.json'), 'utf8')) as {
        hashes: Record<string, string>
      }
      const { stdout, stderr } = await run(node, ['test/bytes/cases.mjs'], { PENSTOCK_SIMD: level })
      expect(stderr).toBe('')
      expect(differences(stored.hashes, JSON.parse(stdout))).toEqual([])
    },
    600_000,
  )
})
