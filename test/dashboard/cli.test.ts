// `penstock-data run --dashboard`: the address, the report beside it, and how signals end it.
// @module-tag shared
import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { cli, photos } from '../cli/cli.js'
import { ask } from './client.js'

/** Calls `use` with the address once it is printed. */
function withAddress(use: (url: string, child: ChildProcess, stderr: () => string) => void | Promise<void>) {
  return (child: ChildProcess) => {
    let text = ''
    let found = false
    child.stderr!.on('data', (part) => {
      text += part
      const url = /Dashboard: (http\S+)\n/.exec(text)?.[1]
      if (!url || found) return
      found = true
      void use(url, child, () => text)
    })
  }
}

const short = ['run', '--data', photos, '--epochs', '1', '--batch-size', '8', '--no-progress']

describe('penstock-data run --dashboard', () => {
  it('prints the address on stderr, keeps stdout for the report, and ends with the run', async () => {
    const { code, stdout, stderr } = await cli([...short, '--json', '--dashboard'])
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^Dashboard: http:\/\/127\.0\.0\.1:\d+\/\?token=\S+\n$/)])
    expect(JSON.parse(stdout)).toMatchObject({ epochs: 1, interrupted: null })
  })

  it('with --keep-dashboard shows the last numbers until Ctrl-C, which is a good end', async () => {
    let body = ''
    const started = withAddress(async (url, child, stderr) => {
      // A signal before the run has ended would end it with exit code 130.
      await expect.poll(stderr, { timeout: 50_000 }).toContain('The dashboard stays open')
      body = (await ask(url, '/statistics.json')).text
      child.kill('SIGINT')
    })
    const { code, stdout, stderr } = await cli([...short, '--json', '--dashboard', '0', '--keep-dashboard'], {
      started,
    })
    expect([code, stderr]).toEqual([0, expect.stringContaining('The dashboard stays open; Ctrl-C ends it')])
    expect(JSON.parse(body)).toMatchObject({ badTotal: 0 })
    expect(JSON.parse(body).stages.at(-1).samples).toBeGreaterThan(20)
    expect(JSON.parse(stdout)).toMatchObject({ interrupted: null })
  })

  it('Ctrl-C during the run ends both with the report and exit code 130', async () => {
    const started = withAddress(async (url, child) => {
      await expect.poll(async () => (await ask(url, '/statistics.json')).status, { timeout: 50_000 }).toBe(200)
      child.kill('SIGINT')
    })
    const args = [
      'run',
      '--data',
      photos,
      '--seconds',
      '600',
      '--no-progress',
      '--json',
      '--dashboard',
      '--keep-dashboard',
    ]
    const { code, stdout } = await cli(args, { started })
    expect([code, JSON.parse(stdout).interrupted]).toEqual([130, 'SIGINT'])
  })

  it('a port that is used, a port that is none, and options without it are errors', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    const errors = [
      [['--dashboard', String(port)], `received ${port}: another program listens on it`],
      [['--dashboard', 'x'], "for --dashboard but received 'x'"],
      [['--keep-dashboard'], 'Expected --dashboard with --keep-dashboard'],
      [['--dashboard-host', '0.0.0.0'], 'Expected --dashboard with --dashboard-host'],
    ] as const
    for (const [args, words] of errors) {
      const { code, stderr } = await cli([...short, ...args])
      expect([code, stderr.replace(/\s+/g, ' ')]).toEqual([1, expect.stringContaining(words)])
    }
    other.close()
  })
})
