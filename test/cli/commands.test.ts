// The other commands, and the command line's own manners.
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { plugin } from '../util/gpu.js'
import { cli, emptyFolder, packageRoot } from './cli.js'

const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))

describe('penstock', () => {
  it('has help and a version', async () => {
    const help = await cli(['--help'])
    expect(help.code).toBe(0)
    for (const command of ['run', 'bench', 'doctor', 'ops']) expect(help.stdout).toContain(`  ${command} `)
    expect((await cli(['--version'])).stdout.trim()).toBe(version)
  })

  it('suggests what an unknown command may have meant', async () => {
    const { code, stderr } = await cli(['doctr'])
    expect(code).toBe(1)
    expect(stderr).toContain('Did you mean doctor?')
  })
})

describe('doctor', () => {
  it('tells about cores, threads, codecs, SIMD, GPU and the addon', async () => {
    const { code, stdout } = await cli(['doctor'])
    expect(code).toBe(0)
    for (const words of [
      'node',
      'addon',
      'cores',
      'threads',
      'SIMD',
      'GPU',
      'CUDA plugin',
      'memory',
      'Pipelines can run here',
    ]) {
      expect(stdout).toContain(words)
    }
    for (const format of ['JPEG', 'PNG', 'WebP', 'TIFF', 'GIF', 'AVIF', 'BMP', 'PNM']) {
      expect(stdout).toMatch(new RegExp(`ok +${format} `))
    }
  })

  it('lists the GPUs, or says why there is none', async () => {
    const found = await cli(['doctor'], { env: { PENSTOCK_CUDA_PLUGIN: plugin } })
    expect(found.code).toBe(0)
    expect(found.stdout).toMatch(/ok +GPU +0: .*\d GB free\), 1: /)
    expect(found.stdout).toContain('CUDA plugin')
    expect(found.stdout).toContain('unset PENSTOCK_CUDA_PLUGIN')
    const none = await cli(['doctor'], { env: { PENSTOCK_CUDA_PLUGIN: '/nowhere/plugin.so' } })
    expect(none.code).toBe(0)
    expect(none.stdout).toMatch(/CUDA plugin .*\/nowhere\/plugin\.so.*CPU work is unaffected/)
  })

  it('gives the same as JSON, with versions of the libraries', async () => {
    const d = JSON.parse((await cli(['doctor', '--json'])).stdout)
    expect(d).toMatchObject({ ok: true, version })
    const jpeg = d.codecs.find((c: { format: string }) => c.format === 'JPEG')
    expect(jpeg).toMatchObject({ library: 'libjpeg-turbo', ok: true })
    expect(jpeg.version).toMatch(/^\d+\.\d+/)
  })

  it('says why it uses so many threads', async () => {
    const line = async (env: Record<string, string>) =>
      (await cli(['doctor'], { env })).stdout.split('\n').find((l) => l.includes(' threads '))
    expect(await line({ PENSTOCK_NUM_THREADS: '1' })).toContain('1 by default: PENSTOCK_NUM_THREADS')
    const wrong = await cli(['doctor'], { env: { PENSTOCK_NUM_THREADS: 'all' } })
    expect(wrong.code).toBe(1)
    expect(wrong.stdout).toMatch(/BAD +threads .*'all'/)
  })

  it('shows a lowered SIMD level', async () => {
    expect((await cli(['doctor'], { env: { PENSTOCK_SIMD: 'baseline' } })).stdout).toMatch(/SIMD +baseline/)
  })
})

describe('ops', () => {
  it('counts what is there, and lists it or the rest', async () => {
    const here = (await cli(['ops'])).stdout
    const missing = (await cli(['ops', '--missing'])).stdout
    const { implemented, of, operators } = JSON.parse((await cli(['ops', '--json'])).stdout)
    expect(here).toContain(`${implemented} of DALI's ${of} operators`)
    expect(here).toMatch(/^ {2}readers\.file +cpu +cpu$/m)
    expect(missing).not.toContain('readers.file')
    expect(missing).toMatch(/^ {2}decoders\.audio +cpu +-$/m)
    const count = (text: string) => text.split('\n').filter((line) => line.startsWith('  ')).length - 1
    expect(count(here) + count(missing)).toBe(operators.length)
  })

  it('ends quietly when the reader has seen enough', async () => {
    const { code, stderr } = await cli(['ops', '--missing'], { started: (child) => child.stdout!.destroy() })
    expect([code, stderr]).toEqual([0, ''])
  })
})

describe('without the addon and the benchmarks', () => {
  /** A package as npm would install it, but not built. */
  function unbuilt(): string {
    const root = emptyFolder()
    for (const name of ['dist', 'package.json']) cpSync(join(packageRoot, name), join(root, name), { recursive: true })
    symlinkSync(join(packageRoot, 'node_modules'), join(root, 'node_modules'))
    return root
  }

  it('doctor says what to do, and the others fail with a hint', async () => {
    const root = unbuilt()
    const doctor = await cli(['doctor'], { root })
    expect(doctor.code).toBe(1)
    expect(doctor.stdout).toMatch(/BAD +addon .*could not be loaded/)
    expect(doctor.stdout).toContain('npm run build:native')
    const run = await cli(['run', '--data', join(packageRoot, 'data/photos')], { root })
    expect([run.code, run.stdout]).toEqual([1, ''])
    expect(run.stderr).toMatch(/^error NATIVE_UNAVAILABLE: .*\n {2}hint: .*\n$/)
    const bench = await cli(['bench', 'loader'], { root })
    expect(bench.code).toBe(1)
    expect(bench.stderr).toContain('not part of the installed package')
  })

  it('doctor refuses an addon of another layout', async () => {
    const root = unbuilt()
    cpSync(join(packageRoot, 'build/Release/penstock.node'), join(root, 'build/Release/penstock.node'))
    const abi = join(root, 'dist/generated/abi.js')
    const text = readFileSync(abi, 'utf8')
    writeFileSync(abi, text.replace(/abiHash = '[0-9a-f]+'/, "abiHash = '0123456789abcdef'"))
    const { code, stdout } = await cli(['doctor'], { root })
    expect(code).toBe(1)
    expect(stdout).toMatch(/BAD +addon .*other sources/)
  })
})
