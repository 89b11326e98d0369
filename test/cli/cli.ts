// Runs the built command line as a user would, and gathers what it says.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const packageRoot = fileURLToPath(new URL('../..', import.meta.url))
export const photos = join(packageRoot, 'data/photos')

export interface Result {
  code: number | null
  signal: string | null
  stdout: string
  stderr: string
}

export interface CliOptions {
  cwd?: string
  /** Another package folder than this one. */
  root?: string
  env?: Record<string, string>
  /** stderr has the lines of progress, too, which come where a run takes long. */
  progress?: boolean
  /** Called once the process is there, e.g. to send it a signal. */
  started?: (child: ChildProcess) => void
}

export function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'penstock-cli-'))
}

const progressLine = /^[\d,]+ of [\d,]+ \(\d+ %\), .* left\n/gm

export async function cli(args: string[], options: CliOptions = {}): Promise<Result> {
  const child = spawn(process.execPath, [join(options.root ?? packageRoot, 'dist/cli/main.js'), ...args], {
    cwd: options.cwd ?? emptyFolder(),
    env: { ...process.env, NO_COLOR: '1', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const result: Result = { code: null, signal: null, stdout: '', stderr: '' }
  child.stdout.on('data', (text) => {
    result.stdout += text
  })
  child.stderr.on('data', (text) => {
    result.stderr += text
  })
  options.started?.(child)
  ;[result.code, result.signal] = await once(child, 'close')
  if (!options.progress) result.stderr = result.stderr.replace(progressLine, '')
  return result
}
