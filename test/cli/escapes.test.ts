// Names of files and texts of servers may hold what steers a terminal. No output of the command line, no message of an
// error and no printed plan passes it on.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fn, PipelineError, pipelineDef } from 'penstock-data'
import { describe, expect, it } from 'vitest'
import { describe as described } from '../../src/cli/failure.js'
import { escaped, escapedJson } from '../../src/errors/escaped.js'
import { errorOf } from '../../src/errors/factories.js'
import { failure } from '../util/collect.js'
import { cli, emptyFolder, packageRoot, photos } from './cli.js'

/** C0 with line ends and backspace, DEL, C1, separators of lines, marks and overrides of the direction. */
const evil = 'x\x1b]0;OWNED\x07\x1b[2Jy\b\b\r\nerror: forged\x7f\x9b31m\u2028\u202e\u2066\u200f\u061c.jpg'
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const steering = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/

const expectPlain = (text: string) => {
  expect(steering.exec(text)).toBeNull()
  expect(text).not.toMatch(/^\s*error: forged/m)
}

/** A folder of one good image and of a bad one with that name. */
function folder(): string {
  const data = emptyFolder()
  mkdirSync(join(data, 'c'))
  cpSync(join(photos, 'animals/cat.jpg'), join(data, 'c/good.jpg'))
  writeFileSync(join(data, 'c', evil), 'no image')
  return data
}

describe('text of others is escaped', () => {
  const data = folder()
  const run = ['run', '--data', data, '--no-progress', '--epochs', '1', '--size', '32']

  it('in the report of a run', async () => {
    const { stdout, stderr } = await cli([...run, '--on-error', 'skip'])
    expectPlain(stdout)
    expectPlain(stderr)
    expect(stdout).toContain('\\u202e')
  })

  it('in errors and JSON of a run', { tags: 'long' }, async () => {
    for (const more of [
      ['--on-error', 'throw'],
      ['--verbose', '--on-error', 'throw'],
    ]) {
      const { stderr } = await cli([...run, ...more])
      expectPlain(stderr)
      expect(stderr).toContain('\\u202e')
    }
    const { stdout } = await cli([...run, '--on-error', 'skip', '--json'])
    expectPlain(stdout)
    expect(JSON.parse(stdout).statistics.badSamples[0].path).toBe(join(data, 'c', evil))
  })

  it('in names of folders, modules and options', { tags: 'long' }, async () => {
    const missing = join(emptyFolder(), evil)
    for (const args of [
      ['run', '--data', missing],
      ['run', `${missing}.mjs`],
      ['ops', evil],
      ['run', '--size', evil],
      [`--${evil.replace('\n', '')}`],
      [evil.replace('\n', '')],
    ]) {
      const { stdout, stderr } = await cli(args)
      expectPlain(stdout)
      expectPlain(stderr)
    }
  })

  it('in what Python prints of an error', () => {
    const program = [
      'import sys',
      `sys.path.insert(0, ${JSON.stringify(join(packageRoot, 'python/penstock'))})`,
      'from _errors import PipelineError, ServerDied',
      'text = sys.argv[1]',
      'info = {"code": "BAD_SAMPLE", "message": text, "sample": {"index": 1, "source": text}, "hint": text, "stage": text}',
      'print(str(PipelineError.from_info(info)) + str(ServerDied(text)))',
    ]
    // The module has no imports of its own package, so no installed one is needed.
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf8' }
    const { stdout, stderr } = spawnSync('python3', ['-c', program.join('\n'), evil], { encoding: 'utf8', env })
    expect(stderr).toBe('')
    expectPlain(stdout)
    expect(stdout.trimEnd()).not.toContain('\n')
  })

  it('in messages of errors, and in printed plans', async () => {
    const error = errorOf('BAD_SAMPLE', `cannot read '${evil}'`, { sample: { index: 1, source: evil }, hint: evil })
    expectPlain(error.message)
    expect(error.message).not.toContain('\n')
    expect(error.sample?.source).toBe(evil)
    expectPlain(described(error, true))
    expectPlain(described(new Error(evil), false))
    expectPlain(described(evil, false))
    await using pipe = pipelineDef({ batchSize: 1 }, () => fn.externalSource({ name: evil }))()
    expectPlain(pipe.toString())
    expectPlain(pipe.toMermaid())
    const thrown = await failure(() => pipe.run())
    expect(thrown).toBeInstanceOf(PipelineError)
    expectPlain(thrown.message)
    let printed = ''
    await pipe.build()
    pipe.statistics().print({ write: (text: string) => (printed += text) } as never)
    expectPlain(printed)
  })
})

it('escapes are those of JavaScript and JSON, and a second time changes nothing', () => {
  expect(escaped('a\n\r\t\b\x1b\x9b\u202eü😀')).toBe('a\\n\\r\\t\\b\\x1b\\x9b\\u202eü😀')
  expect(escaped(escaped(evil))).toBe(escaped(evil))
  expect(JSON.parse(escapedJson({ evil }))).toEqual({ evil })
})
