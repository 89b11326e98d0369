// The watchdogs of both test runners, over tests that hang and crash on purpose: each is named, the stacks of those that
// hang are printed, nothing of them stays alive, and the other tests run all the same.
// @module-tag long
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

function run(command: string, args: string[], extra: Record<string, string> = {}) {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|PENSTOCK_WATCH|NODE_OPTIONS|FORCE_TTY)/.test(name),
  )
  const child = spawn(command, args, { cwd: root, env: { ...Object.fromEntries(own), ...extra } })
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  return new Promise<{ code: number | null; output: string }>((done) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours
    child.on('close', (code) => done({ code, output: output.replace(/\x1b\[[\d;]*m/g, '') })),
  )
}

const commandLines = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      } catch {
        return ''
      }
    })

// A frame of eu-stack or gdb, or what is printed without them.
const frames = /#0 |waits in/

describe('the watchdog', { timeout: 120_000 }, () => {
  test('ends a stuck test of vitest and names it', async () => {
    const flags = ['--config', 'test/watch/stuck/vitest.config.ts', '--exclude', '**/fails*.stuck.ts']
    const { code, output } = await run('npx', ['vitest', 'run', ...flags], {
      PENSTOCK_WATCH_GRACE: '12',
    })
    const report = (file: string) =>
      new RegExp(`^The process of test/watch/stuck/${file}.stuck.ts (was stuck .*):\n((?:.+\n)*)`, 'm').exec(output)
    expect(report('blocked')?.[1]).toMatch(/^was stuck for \d+ s in the test "a lock > is never given back"$/)
    expect(report('blocked')?.[2]).toMatch(frames)
    expect(report('child')?.[1]).toMatch(/in the test "waits for a child"$/)
    expect(report('child')?.[2]).toMatch(/process \d+: sleep 987.5/)
    expect(report('exit')?.[1]).toMatch(/in its exit, after "passes first"$/)
    expect(report('good')).toBe(null)
    expect(output).toMatch(/crash.stuck.ts ended \(SIGABRT\) in the test "aborts"/)
    expect(output).toMatch(/exit-crash.stuck.ts ended \(SIGABRT\) in its exit/)
    expect(output).toMatch(/Test Files +4 passed \(7\)/)
    expect(output).toMatch(/Errors +[45] errors/)
    expect(code).toBe(1)
    expect(commandLines().filter((line) => line.startsWith('sleep 987.5'))).toEqual([])
  })

  // vitest lets running tests end after a failure; after a second one it ends their processes.
  test('the end that --bail asks for is no failure of the file', async () => {
    const files = ['fails', 'fails-too', 'blocked'].map((name) => `test/watch/stuck/${name}.stuck.ts`)
    const config = 'test/watch/stuck/vitest.config.ts'
    const { code, output } = await run('npx', ['vitest', 'run', '--config', config, '--bail=1', ...files])
    expect(output).toMatch(/fails.stuck.ts > fails/)
    expect(output).not.toMatch(/SIGKILL|Unhandled|was stuck/)
    expect(code).toBe(1)
  })

  const program = `${root}build/penstock_tests`
  test.skipIf(!existsSync(program))('ends a stuck native test and names it', async () => {
    const { code, output } = await run(program, ['--misbehave', '--limit', '2', '--jobs', '2', 'misbehave', 'rng'])
    expect(output).toMatch(/^CRASHED misbehave_crash \(signal 6\)$/m)
    expect(output).toMatch(/^STUCK misbehave_hang \(for more than 2 s\)\nprocess \d+: /m)
    expect(output).toMatch(frames)
    expect(output).toMatch(/^[1-9]\d* passed, 2 failed$/m)
    expect(code).toBe(1)
  })
})
