// Progress on a terminal: bars are shown, and gone at the end, after an error and after Ctrl-C, which leaves the terminal as it
// was. Where there is no terminal there is no bar. The terminal is a pseudo terminal (on_terminal.py).
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jpeg } from '../readers/sets/sets.js'
import { tar } from '../readers/tar.js'
import { StoreServer } from '../util/store-server.js'
import { cli, emptyFolder, type OnTerminal, onTerminal as typed } from './cli.js'

const folder = emptyFolder()
let server: StoreServer
beforeAll(async () => {
  // Samples that lie far apart, so that a slow server makes the listing take seconds.
  const samples = Array.from({ length: 8 }, (_, i) => [`${i}.jpg`, jpeg] as const)
  const gaps = samples.flatMap(
    ([name, data], i) =>
      [
        [name, data],
        [`${i}.bin`, Buffer.alloc(2 ** 19)],
      ] as const,
  )
  writeFileSync(join(folder, 'far.tar'), tar(gaps))
  server = await StoreServer.open(folder)
})
afterAll(() => server.close())

const onTerminal = (args: readonly string[], type: [after: string, keys: string][] = [], columns = 100) =>
  typed(args, { cwd: folder, columns, type })

const sequence = '\x1b['
const interrupt = '\x03'
/** What a bar has, and nothing else that is printed. */
const bar = /[█░]/

/** A mode that is set or not, a command with numbers, and text. */
const sequences = new RegExp(
  String.raw`ESC\[\?(\d+)([hl])|ESC\[([\d;]*)([A-Za-z])|\r|\n|[^ESC\r\n]+`.replaceAll('ESC', '\x1b'),
  'g',
)

/** The lines that a terminal shows in the end, and whether its cursor and the wrapping of its lines are there. */
function screenOf(written: string) {
  const lines = ['']
  const modes = new Map([
    ['25', true],
    ['7', true],
  ])
  let [row, column] = [0, 0]
  const put = (text: string) => {
    lines[row] =
      (lines[row] ?? '').padEnd(column).slice(0, column) + text + (lines[row] ?? '').slice(column + text.length)
    column += text.length
  }
  for (const [part, mode, set, number, kind] of written.matchAll(sequences)) {
    if (mode) modes.set(mode, set === 'h')
    else if (part === '\r') column = 0
    else if (part === '\n') lines[++row] ??= ''
    else if (kind === 'G') column = Number(number || 1) - 1
    else if (kind === 'K') lines[row] = number === '2' ? '' : (lines[row] ?? '').slice(0, column)
    else if (kind === 'A') row = Math.max(0, row - Number(number || 1))
    else if (kind === undefined) put(part)
    else if (kind !== 'm') throw new Error(`the screen does not know ${JSON.stringify(part)}`)
  }
  return { lines: lines.map((line) => line.trimEnd()), cursor: modes.get('25'), wraps: modes.get('7') }
}

/** The terminal is as it was: no bar is left, the cursor is there, lines wrap, and the shell's prompt begins a line. */
function expectWhole({ written, settings }: OnTerminal) {
  const { lines, ...modes } = screenOf(written)
  expect(lines.filter((line) => bar.test(line))).toEqual([])
  expect({ ...modes, settings, last: lines.at(-1) }).toEqual({ cursor: true, wraps: true, settings: true, last: '' })
  return lines.join('\n')
}

describe('on a terminal', { timeout: 60_000 }, () => {
  it('run shows a bar, and takes it away at its end', async () => {
    const run = await onTerminal(['run', '--epochs', '20', '--size', '32'])
    expect([run.code, run.written]).toEqual([0, expect.stringMatching(bar)])
    expect(run.written).toMatch(/\d+ %\s+\d+ of 480/)
    expect(expectWhole(run)).toMatch(/Done: 480 images/)
  })

  it('a narrow one has the numbers alone', async () => {
    const run = await onTerminal(['run', '--epochs', '20', '--size', '32'], [], 60)
    expect([run.code, bar.test(run.written), /\d+ %/.test(run.written)]).toEqual([0, false, true])
    expectWhole(run)
  })

  it('Ctrl-C ends a run with 130, a report, and a whole terminal', async () => {
    const run = await onTerminal(['run', '--seconds', '50', '--size', '32'], [['█', interrupt]])
    expect(run.code).toBe(130)
    expect(expectWhole(run)).toMatch(/Interrupted after [\d,]+ images/)
  })

  it('a bar shows the listing of data that takes long, and Ctrl-C ends that too', async () => {
    await server.faults({ latencyMs: 300 })
    const run = await onTerminal(['run', '--data', `${server.url}/far.tar`], [['░', interrupt]])
    await server.faults({})
    expect(run.code).toBe(130)
    // It is that of the listing, which has a count without a total.
    expect(run.written).toMatch(/\d+ % +[\d,]+ samples /)
    expectWhole(run)
  })

  it('index shows a bar; Ctrl-C ends it with 130, and leaves no file', async () => {
    await server.faults({ latencyMs: 300 })
    mkdirSync(join(folder, 'out'))
    const args = ['index', `${server.url}/far.tar`, '--out', 'out']
    const stopped = await onTerminal(args, [['░', interrupt]])
    expect([stopped.code, readdirSync(join(folder, 'out'))]).toEqual([130, []])
    expectWhole(stopped)
    await server.faults({ latencyMs: 50 })
    const done = await onTerminal(args)
    expect([done.code, readdirSync(join(folder, 'out')), done.written]).toEqual([
      0,
      ['far.idx'],
      expect.stringMatching(bar),
    ])
    expect(expectWhole(done)).toMatch(/far\.idx: 8 samples, tar, written/)
    await server.faults({})
  })

  it('an error takes the bar away', async () => {
    writeFileSync(
      join(folder, 'fails.mjs'),
      `
      import { fn, pipelineDef } from 'penstock-data'
      export default pipelineDef({ batchSize: 1 }, () => {
        const data = fn.externalSource({ source: (n) => { if (n < 50) return [new Uint8Array(4)]; throw new Error('no more') } })
        return data
      })`,
    )
    const run = await onTerminal(['run', 'fails.mjs', '--seconds', '50'])
    expect(run.code).toBe(1)
    expect(expectWhole(run)).toMatch(/no more/)
  })
})

describe('without a terminal', { timeout: 60_000 }, () => {
  it('there is no bar, in run and in index', async () => {
    const run = await cli(['run', '--epochs', '3', '--size', '32'])
    mkdirSync(join(folder, 'other'))
    const index = await cli(['index', join(folder, 'far.tar'), '--out', join(folder, 'other')])
    for (const { code, stdout, stderr } of [run, index]) {
      expect(code).toBe(0)
      for (const text of [stdout, stderr]) expect([bar.test(text), text.includes(sequence)]).toEqual([false, false])
    }
  })
})
