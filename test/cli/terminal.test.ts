// Colours and widths: what the environment and the terminal say decides, and reports fit a narrow terminal.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { barFor } from '../../src/cli/progress.js'
import { columnsOf, hasColours } from '../../src/statistics/terminal.js'
import { cli, emptyFolder } from './cli.js'

const terminal = { isTTY: true, columns: 100 }

describe('colours', () => {
  it.each<[boolean, object, Record<string, string>]>([
    [true, terminal, {}],
    [false, {}, {}],
    [false, terminal, { NO_COLOR: '1' }],
    [true, terminal, { NO_COLOR: '' }],
    [false, terminal, { TERM: 'dumb' }],
    [true, {}, { FORCE_COLOR: '1' }],
    [false, terminal, { FORCE_COLOR: '0' }],
    [false, terminal, { FORCE_COLOR: '1', NO_COLOR: '1' }],
  ])('are %s for %j with %j', (expected, stream, env) => {
    expect(hasColours(stream, env)).toBe(expected)
  })

  it('of reports and errors follow the environment', async () => {
    const begin = '\x1b['
    expect((await cli(['ops'], { env: { NO_COLOR: '' } })).stdout).not.toContain(begin)
    expect((await cli(['ops'], { env: { NO_COLOR: '', FORCE_COLOR: '1' } })).stdout).toContain(`${begin}1m`)
    const error = await cli(['ops', 'nothing-like-it'], { env: { NO_COLOR: '', FORCE_COLOR: '1' } })
    expect(error.stderr).toContain(`${begin}31m`)
  })
})

describe('widths', () => {
  it('are those of the terminal, else COLUMNS; 0 means unknown', () => {
    expect(columnsOf(terminal, { COLUMNS: '60' })).toBe(100)
    expect(columnsOf({}, { COLUMNS: '60' })).toBe(60)
    expect(columnsOf({ isTTY: true, columns: 0 }, {})).toBeUndefined()
    expect(columnsOf({ isTTY: true, columns: 0 }, { COLUMNS: '60' })).toBe(60)
    for (const COLUMNS of ['', '0', '-3', 'wide', '7.5']) expect(columnsOf({}, { COLUMNS })).toBeUndefined()
  })

  it('give the bar of the progress what its numbers leave, and no bar where that is little', () => {
    expect([200, 90, 72, 71, 60].map(barFor)).toEqual([
      { format: ' {bar}', barsize: 40 },
      { format: ' {bar}', barsize: 28 },
      { format: ' {bar}', barsize: 10 },
      { format: '', barsize: 10 },
      { format: '', barsize: 10 },
    ])
  })

  it('of 60 columns hold every report, and no column is lost', { timeout: 60_000 }, async () => {
    const env = { COLUMNS: '60' }
    const data = emptyFolder()
    writeFileSync(join(data, `${'long-name'.repeat(8)}.jpg`), 'no image')
    const reports = [
      await cli(['run', '--epochs', '1', '--size', '32', '--no-progress'], { env }),
      await cli(['run', '--epochs', '1', '--no-progress', '--data', data], { env }),
      await cli(['doctor'], { env }),
      await cli(['ops', '--missing'], { env }),
      await cli(['ops', 'decoders.image'], { env }),
    ]
    for (const { stdout } of reports) {
      // A path stays whole, so that it can be copied, and temporary folders may lie deep.
      const wide = stdout.split('\n').filter((line) => line.length > 60 && !line.endsWith(data))
      expect(wide).toEqual([])
    }
    for (const title of ['starved', 'mailbox', 'samples/s', 'data', 'operator', 'per sample', 'max sample']) {
      expect(reports[0]!.stdout).toContain(title)
    }
    // Each part of a table that was split begins with the first column.
    expect(reports[0]!.stdout.match(/^ {2}stage /gm)!.length).toBeGreaterThan(1)
    expect(reports[1]!.stdout).toContain('Bad samples')
  })
})
