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
import { codeOf, installTimeout, name } from '../util/installed.js'
import { nodes } from '../util/nodes.js'
import { addVideoProgram, decodedVideos } from '../util/packaged-video.js'
import { installPublished, written } from '../util/published.js'

const addonPackage = `${name}-linux-x64`
const pluginPackage = `${name}-cuda-linux-x64`
const videoPackage = `${name}-av-linux-x64`
let project = ''
/** A folder for PATH with nothing in it but what a test links there. */
let bare = ''

beforeAll(() => {
  if (!written) return
  project = installPublished()
  bare = tempFolder()
  addVideoProgram(project)
  writeFileSync(join(project, 'train.mjs'), codeOf(project, 'docs/start/install.md', 'js'))
}, installTimeout)

const inPackage = (...path: string[]) => join(project, 'node_modules', ...path)
const run = (node: string, ...args: string[]) =>
  spawnSync(node, args, { cwd: project, encoding: 'utf8', env: { PATH: bare, HOME: project } })

/** Bytes of all files in the folder but those of packages that users add: their names begin with @img, or have av in them. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    if (entry.name === '@img' || entry.name === videoPackage) return sum
    const path = join(folder, entry.name)
    return sum + (entry.isDirectory() ? bytesIn(path) : statSync(path).size)
  }, 0)
}

describe.skipIf(!written)('the packages that are published', () => {
  test.each(nodes)('run the first program of the documents without a compiler: %s', (_, node) => {
    const { status, stdout, stderr } = run(node, 'train.mjs')
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^(24 images, 3612672 numbers, the first -?\d\.\d{3}\n){3}.+ \[\]\n$/)
  })

  test('have no script that runs at installation, and no more than 30 MB without libvips and the video plugin', () => {
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
    expect(bytesIn(inPackage())).toBeLessThan(30e6)
    expect(bytesIn(inPackage(videoPackage))).toBeLessThan(9e6)
    const own = readdirSync(inPackage(name), { recursive: true, encoding: 'utf8' })
    expect(own.filter((path) => path.endsWith('.node'))).toEqual([])
    expect(['cmake-js', 'node-addon-api', 'node-api-headers'].filter((id) => existsSync(inPackage(id)))).toEqual([])
  })

  test.each([
    ['an addon', addonPackage, 'penstock.node', ['napi_register_module_v1', 'node_api_module_get_api_version_v1']],
    ['a GPU plugin', pluginPackage, 'penstock_cuda.so', ['penstock_cuda_table']],
    ['a video plugin', videoPackage, 'penstock_av.so', ['penstock_av_table']],
  ])('have %s that needs nothing but glibc 2.28', (_, id, file, exports) => {
    const library = inPackage(id, file)
    const [major, minor] = newestGlibc(library).split('.').map(Number) as [number, number]
    expect([major, minor <= 28]).toEqual([2, true])
    const needed = execFileSync('readelf', ['-d', library], { encoding: 'utf8' }).matchAll(/NEEDED.*\[(.*)\]/g)
    const known = /^(libc|libm|libdl|libpthread|librt|ld-linux-x86-64)\.so\.\d$/
    const others = [...needed].map(([, needs]) => needs!).filter((needs) => !known.test(needs))
    expect(others.filter((needs) => !existsSync(inPackage(id, needs)))).toEqual([])
    const exported = execFileSync('nm', ['-D', '--defined-only', library], { encoding: 'utf8' }).trim().split('\n')
    expect(exported.map((line) => line.split(' ').at(-1)!).sort()).toEqual(exports)
  })

  test("have the vector code, and find the CPU's instructions as the addon of a checkout does", () => {
    const level = (root: string) =>
      /SIMD +(\w+);/.exec(run(process.execPath, join(root, 'dist/cli/main.js'), 'doctor').stdout)?.[1]
    expect(level(inPackage(name))).toBe(level(fileURLToPath(new URL('../..', import.meta.url))))
  })

  const program = `
    import { fn, pipelineDef } from '${name}'
    const pipe = pipelineDef({ batchSize: 1 }, () => fn.random.uniform())()
    pipe.run().catch(({ code, message }) => console.log(code, message))`

  function without<T>(id: string, call: () => T): T {
    const [from, to] = [inPackage(id), inPackage('.hidden')]
    renameSync(from, to)
    try {
      return call()
    } finally {
      renameSync(to, from)
    }
  }

  test('say what to install where the package with the addon is missing', () => {
    const { stdout } = without(addonPackage, () => run(process.execPath, '--input-type=module', '-e', program))
    expect(stdout).toMatch(/^NATIVE_UNAVAILABLE .*Cannot find module 'penstock-data-linux-x64\/penstock\.node'/)
    expect(stdout).toContain(`Install it with \`npm install ${addonPackage}\``)
  })

  test('look on musl for the package of musl', () => {
    const fake = 'process.report.getReport = () => ({ header: {} })\n'
    const { stdout } = run(process.execPath, '--input-type=module', '-e', fake + program)
    expect(stdout).toMatch(/^NATIVE_UNAVAILABLE .*Cannot find module 'penstock-data-linuxmusl-x64\/penstock\.node'/)
    expect(stdout).toContain(`Install it with \`npm install ${name}-linuxmusl-x64\``)
  })

  test('load the GPU plugin of its package, and say what to install where that is missing', () => {
    const onGpu = `
      import { fn, pipelineDef } from '${name}'
      const define = () => fn.random.uniform().gpu()
      try {
        await (await pipelineDef({ batchSize: 1, deviceId: 0 }, define)().run())[0].data()
        console.log('ran')
      } catch ({ code, message, hint }) {
        console.log(code, message, hint)
      }
      process.exit()`
    const ask = () => run(process.execPath, '--input-type=module', '-e', onGpu).stdout
    // The driver is what the plugin itself misses, once it is loaded.
    expect(ask()).toMatch(/^ran$|^CUDA_UNAVAILABLE .*driver.*nvidia-smi/m)
    const said = without(pluginPackage, ask)
    expect(said).toMatch(/^CUDA_UNAVAILABLE The GPU plugin could not be loaded: .*build\/Release\/penstock_cuda\.so/)
    expect(said).toContain(`Install the GPU plugin with \`npm install ${pluginPackage}\`, or build it with \`npm run`)
  })

  test('decode videos where the package for them is installed, and say which one it is', () => {
    const decode = () => run(process.execPath, 'video.mjs').stdout
    expect(decode()).toBe(decodedVideos)
    const said = without(videoPackage, decode)
    expect(said).toMatch(
      /^UNSUPPORTED \[decoders\.video\] The video plugin could not be loaded: .*build\/Release\/penstock_av\.so/,
    )
    expect(said).toContain(`Install the video plugin with \`npm install ${videoPackage}\`; or install the libraries`)
  })

  test('have the FFmpeg of the video plugin under the LGPL, with its licence, its source and what builds it', () => {
    const bytes = readFileSync(inPackage(videoPackage, 'libavcodec_penstock.so.59'), 'latin1')
    expect(bytes).toContain('LGPL version 2.1 or later')
    expect(bytes).not.toMatch(/--enable-(?:gpl|nonfree|version3|network)|libx26[45]/)
    expect(readFileSync(inPackage(videoPackage, 'FFmpeg.txt'), 'utf8')).toContain('GNU LESSER GENERAL PUBLIC LICENSE')
    const [, version, script] =
      /`ffmpeg` (\S+), .*`sh (\S+) linux-x64`/s.exec(readFileSync(inPackage(videoPackage, 'README.md'), 'utf8')) ?? []
    expect(version).toMatch(/^7:5\.1\./)
    expect(existsSync(inPackage(videoPackage, script!))).toBe(true)
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
