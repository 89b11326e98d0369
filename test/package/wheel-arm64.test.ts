// The wheel for arm64, which is made on x86-64: pip takes it for that processor, all that is native in it is for it, and on an
// emulated one Python gets the bytes that it gets here. tools/package/arm64.sh makes what this needs.
// @module-tag long
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { newestGlibc } from '../../tools/package/glibc.js'
import { oldest } from '../../tools/package/libraries.js'
import { tempFolder } from '../util/files.js'
import { codeIn, installTimeout, version } from '../util/installed.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const wheel = join(root, 'packages', `penstock-${version}-py3-none-manylinux_2_28_aarch64.whl`)
const other = wheel.replace('aarch64', 'x86_64')
const here = join(root, 'build/python/bin/python')
const emulated = join(root, 'build/arm64/python')
const ready = existsSync(wheel) && existsSync(here)
if (!ready) console.warn('The wheel for arm64 is not tested: `npm run package` writes it')
const runs = ready && existsSync(emulated)

const processors = { x64: 62, arm64: 183 }

/** The processor that a file is for, as ELF numbers it; undefined for one that is not native. */
function processorOf(file: string): number | undefined {
  const bytes = readFileSync(file)
  return bytes.toString('latin1', 0, 4) === '\x7fELF' ? bytes.readUInt16LE(18) : undefined
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

let site = ''
beforeAll(() => {
  if (!ready) return
  site = tempFolder()
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary=:all:']
  // As on a system with glibc 2.28: it takes no wheel of another processor, or for a newer C library.
  const there = ['--platform', 'manylinux_2_28_aarch64', '--python-version', '3.11', '--target', site]
  execFileSync(here, [...pip, ...there, wheel], { stdio: ['ignore', 'inherit', 'inherit'] })
}, installTimeout)

describe.skipIf(!ready)('the wheel for arm64', () => {
  test('has native code of arm64 alone, for the promised glibc: the addon, libvips, and the video plugin with FFmpeg', () => {
    const files = filesIn(site)
    const native = files.filter((file) => processorOf(file) !== undefined)
    expect(native.map(processorOf)).toEqual(native.map(() => processors.arm64))
    const names = native.map((file) => file.replace(/^.*\//, '')).sort()
    expect(names).toEqual([
      ...['avcodec', 'avformat', 'avutil', 'swresample'].map((part) =>
        expect.stringMatching(new RegExp(`^lib${part}_penstock\\.so\\.\\d+$`)),
      ),
      expect.stringMatching(/^libvips-cpp\.so/),
      'penstock.node',
      'penstock_av.so',
    ])
    for (const file of native)
      expect(newestGlibc(file).localeCompare(oldest.glibc, 'en', { numeric: true }), file).toBeLessThanOrEqual(0)
  })

  test.skipIf(!existsSync(other))('has the files of the wheel for x86-64', () => {
    const list = (file: string) =>
      execFileSync(here, ['-m', 'zipfile', '--list', file], { encoding: 'utf8' })
        .split('\n')
        .slice(1)
        .map((line) => line.split(' ')[0]!.replace('arm64', 'x64'))
        .sort()
    expect(list(wheel)).toEqual(list(other))
  })

  test.skipIf(!runs)(
    "runs the manual's pipeline over shared memory, with the bytes of x86-64",
    async () => {
      const folder = tempFolder()
      const module = join(folder, 'train.mjs')
      writeFileSync(module, codeIn(join(root, 'python/README.md'), 'js'))
      const script = `
import platform, sys, zlib, penstock
with penstock.Loader(sys.argv[1], [sys.argv[2]], batch_size=8, seed=7) as loader:
    for images, labels in loader:
        print(images.shape, zlib.crc32(images), labels[:, 0].tolist())
    print(loader.statistics()["copiedBytes"], file=sys.stderr)
print(platform.machine(), file=sys.stderr)
`
      const run = (python: string, env: Record<string, string>) =>
        promisify(execFile)(python, ['-c', script, module, join(root, 'data/photos')], {
          cwd: folder,
          timeout: 500_000,
          killSignal: 'SIGKILL',
          env: { PATH: process.env.PATH, HOME: folder, ...env },
        })
      const there = await run(emulated, { PYTHONPATH: site, PENSTOCK_NODE: join(root, 'build/arm64/node') })
      expect(there.stderr).toBe('0\naarch64\n')
      const own = await run(here, { PENSTOCK_NODE: process.execPath })
      expect(there.stdout).toBe(own.stdout)
      expect(there.stdout.match(/^\(8, 224, 224, 3\) \d+/gm)).toHaveLength(3)
    },
    600_000,
  )
})
