// Tests which kernels run under compute-sanitizer: test/gpu/kernels.mjs takes names and a starting point, and the
// pack's run.sh hands them on. Shell scripts stand for compute-sanitizer and for Node.js in the pack, the emulated
// device for the GPU.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partsOf } from './lib/parts.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const plugin = `${root}build/penstock_cuda_emulated.so`
const { NODE_OPTIONS: _, ...inherited } = process.env

function started(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    env: { ...inherited, ...env },
    encoding: 'utf8',
  })
  return { status, lines: stdout.split('\n').filter(Boolean), stderr }
}

const operators = ['brightness', 'flip', 'resize', 'spectrogram', 'stack']

describe('the parts', () => {
  it.each([
    [[], [...operators, 'decoding']],
    [
      ['--from', 'spectrogram'],
      ['spectrogram', 'stack', 'decoding'],
    ],
    [['--from', 'decoding'], ['decoding']],
    [
      ['resize', 'flip'],
      ['flip', 'resize'],
    ],
    [['--from', 'flip', 'resize', 'brightness'], ['resize']],
  ])('%j chooses %j', (args, parts) => {
    expect(partsOf(args, operators)).toEqual({ parts, list: false })
  })

  it.each([
    [['spectogram'], /Expected an operator with kernels, or decoding, but received spectogram: see --list/],
    [['--from', 'spectogram'], /but received spectogram/],
    [['--from', 'resize', 'flip'], /Expected parts from resize on but received flip, which come before it/],
    [['--form', 'resize'], /--form/],
  ])('%j is refused', (args, message) => {
    expect(() => partsOf(args, operators)).toThrow(message)
  })
})

describe('kernels.mjs', () => {
  const kernels = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    started(process.execPath, ['test/gpu/kernels.mjs', ...args], env)

  it('lists all parts, the decoders last, and refuses others', () => {
    const { lines } = kernels(['--list'])
    for (const name of ['getProperty', 'spectrogram', 'resize']) expect(lines).toContain(name)
    expect(lines.at(-1)).toBe('decoding')
    expect(kernels(['spectogram'])).toMatchObject({
      status: 2,
      lines: [],
      stderr: expect.stringContaining('spectogram'),
    })
  })

  it.skipIf(!existsSync(plugin))('runs what is chosen, and nothing else', { timeout: 60_000 }, () => {
    const env = { PENSTOCK_CUDA_PLUGIN: plugin, PENSTOCK_GPU_REQUIRED: '1', PENSTOCK_GPU_CASES: '2' }
    expect(kernels(['getProperty', 'flip'], env)).toMatchObject({
      status: 0,
      lines: ['flip: 2 cases', 'getProperty: 2 cases'],
    })
  })
})

describe('run.sh sanitize', () => {
  const pack = mkdtempSync(join(tmpdir(), 'penstock-pack-'))
  const inPack = (name: string) => join(pack, name)
  beforeAll(() => {
    const script = (path: string, text: string) => {
      writeFileSync(path, text)
      chmodSync(path, 0o755)
    }
    for (const folder of ['bin', 'tmp', 'package']) mkdirSync(inPack(folder))
    const compress = (from: string, to: string) => `xz -0 <'${from}' >'${to}'`
    script(inPack('node'), '#!/bin/sh\ncase "$*" in *memchek*) echo no >&2; exit 2 ;; esac\necho "node $*"\n')
    script(inPack('bin/compute-sanitizer'), '#!/bin/sh\nshift 7\necho "$@"\n')
    const made = started('sh', [
      '-ec',
      `cp tools/gpu-pack/run.sh '${inPack('run.sh')}'
      tar -cf '${inPack('package.tar')}' -C '${inPack('package')}' .
      ${compress(inPack('node'), inPack('node-fake.xz'))}
      ${compress(inPack('package.tar'), inPack('package.tar.xz'))}`,
    ])
    expect(made).toMatchObject({ status: 0, stderr: '' })
  })
  afterAll(() => rmSync(pack, { recursive: true }))

  const sanitize = (...args: string[]) =>
    started('sh', [inPack('run.sh'), 'sanitize', ...args], {
      PATH: `${inPack('bin')}:${process.env.PATH}`,
      TMPDIR: inPack('tmp'),
    })

  it.each([
    [[], ['memcheck', 'racecheck'], ''],
    [['memcheck'], ['memcheck'], ''],
    [['memcheck', '--from', 'spectrogram'], ['memcheck'], ' --from spectrogram'],
    [['initcheck', 'synccheck', 'flip', 'resize'], ['initcheck', 'synccheck'], ' flip resize'],
    [['flip'], ['memcheck', 'racecheck'], ' flip'],
  ])('%j runs the tools over the parts', (args, tools, parts) => {
    const { status, lines, stderr } = sanitize(...args)
    expect(stderr).toBe('')
    expect(lines).toEqual(tools.flatMap((tool) => [`== ${tool}`, `test/gpu/kernels.mjs${parts}`]))
    expect(status).toBe(0)
  })

  it('refuses what it does not know before it starts the sanitizer', () => {
    expect(sanitize('memchek')).toEqual({ status: 2, lines: [], stderr: 'no\n' })
  })

  it('lists the parts', () => {
    const lines = ['node test/gpu/kernels.mjs --list --list --from decoding']
    expect(sanitize('--list', '--from', 'decoding')).toMatchObject({ status: 0, lines })
  })
})
