// Runs the built command line as a user would, and gathers what it says.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

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

const terminal = fileURLToPath(new URL('./on_terminal.py', import.meta.url))

export interface OnTerminal {
  /** What was written, by the command and by the terminal's echo. */
  written: string
  code: number
  /** Whether the terminal's settings are those of before. */
  settings: boolean
}

/** Runs the command line on a pseudo terminal. `type`: what is typed once a text was written. */
export async function onTerminal(
  args: readonly string[],
  { cwd, columns = 100, type = [] }: { cwd: string; columns?: number; type?: [after: string, keys: string][] },
): Promise<OnTerminal> {
  const command = [process.execPath, join(packageRoot, 'dist/cli/main.js'), ...args]
  const given = JSON.stringify({ args: command, cwd, columns, type })
  const { stdout } = await promisify(execFile)('python3', [terminal, given], { maxBuffer: 2 ** 26 })
  return JSON.parse(stdout) as OnTerminal
}
