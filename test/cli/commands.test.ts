// The other commands, and the command line's own manners.
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PipelineError } from 'penstock-data'
import { describe, expect, it } from 'vitest'
import { diagnosisText } from '../../src/cli/doctor.js'
import { codecCure, gpuFindings, limitFindings, memoryFinding, nodeFinding } from '../../src/cli/findings.js'
import { pageText } from '../../src/cli/op-page.js'
import { coverage, findOperator, operatorNames } from '../../src/cli/ops.js'
import { schemas } from '../../src/graph/schema.js'
import { plugin } from '../util/gpu.js'
import { cli, emptyFolder, packageRoot } from './cli.js'

const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))

describe('penstock', () => {
  it('has help and a version', async () => {
    const help = await cli(['--help'])
    expect(help.code).toBe(0)
    for (const command of ['new', 'run', 'bench', 'doctor', 'ops', 'completion'])
      expect(help.stdout).toContain(`  ${command} `)
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

  it('says why it uses this number of threads', async () => {
    const { stdout } = await cli(['doctor'], { env: { PENSTOCK_NUM_THREADS: '1' } })
    expect(stdout).toMatch(/ok +threads +1 by default: PENSTOCK_NUM_THREADS/)
  })

  it('shows a lowered SIMD level', async () => {
    expect((await cli(['doctor'], { env: { PENSTOCK_SIMD: 'baseline' } })).stdout).toMatch(/SIMD +baseline/)
  })

  it.each<[string, Record<string, string>, number, RegExp]>([
    [
      'a number of threads that is none',
      { PENSTOCK_NUM_THREADS: 'all' },
      1,
      /BAD +threads .*'all'\n +-> Set PENSTOCK_NUM/,
    ],
    [
      'more threads than cores',
      { DALI_NUM_THREADS: '1000' },
      0,
      /note +threads +1000 .*\n +-> Set DALI_NUM_THREADS to \d/,
    ],
    [
      'CPUs that are not there',
      { PENSTOCK_AFFINITY_MASK: '99999' },
      0,
      /note +affinity .*99999.*\n +-> Set PENSTOCK_AFF/,
    ],
    ['an unknown SIMD level', { PENSTOCK_SIMD: 'sse9' }, 0, /note +SIMD .*sse9.*\n +-> .*baseline/],
    [
      'a plugin that is not there',
      { PENSTOCK_CUDA_PLUGIN: '/no/x.so' },
      0,
      /note +CUDA plugin .*\n +-> Correct the path/,
    ],
  ])('has a cure for %s', async (_, env, code, words) => {
    const result = await cli(['doctor'], { env })
    expect(result.code).toBe(code)
    expect(result.stdout).toMatch(words)
  })

  it('has a cure for limits of the shell', async () => {
    const limited = `ulimit -n 100; ulimit -v 16000000; exec '${process.execPath}' dist/cli/main.js doctor --json`
    const { stdout, status } = spawnSync('bash', ['-c', limited], { cwd: packageRoot, encoding: 'utf8' })
    expect(status).toBe(1)
    const found = Object.fromEntries(JSON.parse(stdout).findings.map((f: { title: string }) => [f.title, f]))
    expect(found['open files']).toMatchObject({ mark: 'note', cure: expect.stringContaining('ulimit -n') })
    expect(found['address space']).toMatchObject({ mark: 'bad', cure: expect.stringContaining('ulimit -v') })
  })

  it('has a cure for an old Node.js, little memory, and a card without its plugin', () => {
    expect(nodeFinding('20.17.0')).toMatchObject({ mark: 'ok' })
    for (const old of ['20.16.1', '18.20.0']) {
      expect(nodeFinding(old)).toMatchObject({ mark: 'bad', cure: expect.stringContaining('Node.js 20.17') })
    }
    const memory = (available: number, limit?: number) => memoryFinding({ total: 8e9, available, limit })
    expect(memory(4e9)).toMatchObject({ mark: 'ok' })
    for (const little of [memory(5e8), memory(4e9, 5e8)]) {
      expect(little).toMatchObject({ mark: 'note', cure: expect.stringContaining('batchSize') })
    }
    const broken = () => {
      throw new PipelineError({ code: 'CUDA_UNAVAILABLE', message: 'No driver' })
    }
    const [card, cuda] = gpuFindings({ cards: ['A card'], driver: '1.2', mps: false }, broken, '')
    expect(card).toMatchObject({ mark: 'ok', text: 'A card, driver 1.2' })
    expect(cuda).toMatchObject({ mark: 'note', cure: expect.stringContaining('docs/gpu/README.md') })
    const devices = [{ ...{ id: 0, name: 'A card', computeCapability: '9.0', multiprocessors: 1 }, memory: 8e9 }].map(
      (device) => ({ ...device, freeMemory: 7e9, poolBytes: 0, bus: '' }),
    )
    const about = { builtWith: 'CUDA 13.0', emulated: false, devices }
    const state = { cards: ['A card'], driver: '1.2', mps: false }
    expect(gpuFindings(state, () => ({ ...about, nvjpeg: '13.0' }), '')[2]).toMatchObject({ mark: 'ok', text: '13.0' })
    const nvjpegMissing = 'nvJPEG could not be loaded. Tried libnvjpeg.so.13. Install it'
    expect(gpuFindings(state, () => ({ ...about, nvjpegMissing }), '')[2]).toMatchObject({
      mark: 'note',
      text: expect.stringMatching(/^nvJPEG could not be loaded. Tried libnvjpeg.so.13; .*engines need it$/),
      cure: 'Install it',
    })
    expect(gpuFindings(state, () => about, '')[3]).toMatchObject({
      mark: 'note',
      text: expect.stringContaining('take turns on a GPU'),
      cure: '`nvidia-cuda-mps-control -d` starts it, `echo quit | nvidia-cuda-mps-control` ends it',
    })
    expect(gpuFindings({ ...state, mps: true }, () => about, '')[3]).toMatchObject({ title: 'CUDA MPS', mark: 'ok' })
    expect(gpuFindings({ cards: [], driver: undefined, mps: false }, broken, '').map(({ mark }) => mark)).toEqual([
      'fact',
      'fact',
    ])
    expect(limitFindings({ openFiles: 1e6, addressSpace: Infinity, lockedMemory: 0 }).map(({ mark }) => mark)).toEqual([
      'ok',
      'ok',
    ])
  })

  it('shows what brings a codec that is missing', () => {
    const codec = {
      format: 'PNG',
      library: 'libvips',
      version: '',
      ok: false,
      note: 'Expected libvips',
      cure: codecCure('libvips'),
    }
    const text = diagnosisText({ ok: true, version, findings: [], codecs: [codec] as never })
    expect(text).toMatch(/note +PNG +libvips +-\n +Expected libvips\n +-> npm install @img\/sharp-libvips-linux-/)
    expect(codecCure('libjpeg-turbo')).toContain('npm install penstock-data')
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
    const count = (text: string) => text.split('\n').filter((line) => /^ {2}(?!operator )/.test(line)).length
    expect(count(missing)).toBe(of - implemented)
    expect(count(here) + count(missing)).toBe(operators.length)
  })

  it('ends quietly when the reader has seen enough', async () => {
    const { code, stderr } = await cli(['ops', '--missing'], { started: (child) => child.stdout!.destroy() })
    expect([code, stderr]).toEqual([0, ''])
  })
})

describe('ops NAME', () => {
  it('shows a page with arguments, defaults, inputs, devices, errors and an example', async () => {
    const { code, stdout } = await cli(['ops', 'resize'])
    expect(code).toBe(0)
    for (const words of [
      /^resize\n/,
      /^ {4}return fn\.resize\(image, \{ size: \[150, 450\] \}\)$/m,
      /^Devices: cpu, gpu\.$/m,
      /^Inputs$/m,
    ]) {
      expect(stdout).toMatch(words)
    }
    expect(stdout).toMatch(/^ {2}antialias {2}bool; default true\n {4}When an axis shrinks/m)
    expect(stdout).toMatch(/^Errors\n\n {2}INVALID_ARGUMENT: /m)
    expect(stdout).not.toMatch(/`|\*\*|\||<!--/)
  })

  it('has a page for every operator, with each of its arguments', () => {
    for (const name of operatorNames()) {
      const page = pageText(readFileSync(join(packageRoot, `docs/operators/${name}.md`), 'utf8'))
      expect(page.startsWith(`${name}\n`)).toBe(true)
      for (const arg of Object.keys(schemas[name]!.args))
        expect(page).toMatch(new RegExp(`^ {2}${arg} {2}[\\w'{]`, 'm'))
    }
  })

  it.each([
    ['RESIZE', 'resize'],
    ['coinflip', 'random.coinFlip'],
    ['decoders.image_crop', 'decoders.imageCrop'],
    ['fn.crop', 'crop'],
    ['inflate', 'decoders.inflate'],
    ['Decoder', undefined],
    ['imageCrop', 'decoders.imageCrop'],
    ['audio', 'decoders.audio'],
  ])('finds %s', (text, expected) => {
    const found = () => findOperator(text, coverage()).name
    if (expected) expect(found()).toBe(expected)
    else expect(found).toThrow(/name of an operator/)
  })

  it('prefers whole parts of a name to its end, and operators that are here to others', () => {
    const row = (name: string, here: boolean) => ({ name, dali: ['cpu'], penstock: here ? ['cpu'] : [] })
    const rows = [row('randomcut', true), row('video.cut', false), row('image.cut', true), row('audio.cut', false)]
    expect(findOperator('Cut', rows).name).toBe('image.cut')
    expect(findOperator('mcut', rows).name).toBe('randomcut')
    expect(() =>
      findOperator(
        'cut',
        rows.slice(1).filter(({ penstock }) => !penstock.length),
      ),
    ).toThrow(/of 2/)
  })

  it('suggests what a misspelt name may have meant, and names all that an end may mean', () => {
    const hint = (text: string) => {
      try {
        return findOperator(text, coverage()).name
      } catch (error) {
        return (error as { hint: string }).hint
      }
    }
    expect(hint('resise')).toBe("Did you mean 'resize'?")
    expect(hint('imageCorp')).toBe("Did you mean 'decoders.imageCrop'?")
    expect(hint('qqqqqqqq')).toContain('npx penstock-data ops')
    expect(hint('blend')).toContain('npx penstock-data ops')
    expect(hint('tion')).toMatch(/^Give more of the name: .*rotation|^Give more of the name: /)
  })

  it('gives the arguments as JSON', async () => {
    const page = JSON.parse((await cli(['ops', 'crop', '--json'])).stdout)
    expect(page).toMatchObject({ name: 'crop', penstock: ['cpu', 'gpu'], args: { cropH: { type: 'float' } } })
    expect((await cli(['ops', 'crop', '--missing'])).stderr).toContain('a name or --missing')
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
