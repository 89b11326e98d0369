// Builds the code that fuzz targets run, and gives the commands that start it. It shares the build of
// tools/sanitize/native.sh.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root, type Target } from './targets.js'

/** How long and from which seed targets run. */
export interface Options {
  seconds: number
  runs?: number
  seed: number
  keep?: string
  plain?: boolean
}

/** Prints a line of a target's output. */
export type Say = (text: string) => void

export interface Build {
  /** The program of all C++ targets. */
  program: string
  /** The copy of dist beside the sanitized addon. */
  dist: string
  env: NodeJS.ProcessEnv
  /** Environment variables of a Node.js that loads the sanitized addon. */
  nodeEnv: NodeJS.ProcessEnv
}

function must(command: string, args: string[]): string {
  const { status, stdout, error } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status === 0) return stdout.trim()
  console.error(`${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`)
  process.exit(2)
}

/** The environment of a program with sanitizers, as tools/sanitize/env.sh has it, with more options of AddressSanitizer. */
function sanitizerEnv(kind: 'native' | 'node', options: string): NodeJS.ProcessEnv {
  const lines = must('bash', ['tools/sanitize/env.sh', kind, options]).split('\n')
  return { ...process.env, ...Object.fromEntries(lines.map((line) => line.split(/=(.*)/).slice(0, 2))) }
}

export function prepare(chosen: Target[], plain: boolean): Build {
  must('sh', ['tools/setup.sh', '--tests'])
  if (plain) return { program: 'build/penstock_fuzz', dist: 'dist', env: process.env, nodeEnv: process.env }
  const wanted = [...new Set(chosen.map((target) => (target.native ? 'penstock_fuzz' : 'penstock')))]
  must('bash', ['tools/sanitize/build.sh', 'build-asan', 'address,undefined', ...wanted])
  const env = sanitizerEnv('native', 'detect_stack_use_after_return=0')
  if (!wanted.includes('penstock')) return { program: 'build-asan/penstock_fuzz', dist: 'dist', env, nodeEnv: env }
  return {
    program: 'build-asan/penstock_fuzz',
    dist: sanitizedDist(),
    env,
    nodeEnv: sanitizerEnv('node', 'hard_rss_limit_mb=6000'),
  }
}

/**
 * Copies dist beside the sanitized addon, because dist loads the addon from ../build/Release of the package that it lies in,
 * which package.json makes of the folder. Each run has its own copy.
 */
function sanitizedDist(): string {
  const place = join(root, 'build-asan/package')
  mkdirSync(place, { recursive: true })
  for (const left of readdirSync(place)) if (!isRunning(left)) rmSync(join(place, left), { recursive: true })
  const own = join(place, String(process.pid))
  cpSync(join(root, 'dist'), join(own, 'dist'), { recursive: true })
  mkdirSync(join(own, 'build/Release'), { recursive: true })
  cpSync(join(root, 'build-asan/penstock.node'), join(own, 'build/Release/penstock.node'))
  cpSync(join(root, 'package.json'), join(own, 'package.json'))
  // Another addon, without sanitizers, would find nothing.
  const loads = `console.log((await import('${own}/dist/location.js')).packageFile('build/Release'))`
  const folder = must(process.execPath, ['--input-type=module', '-e', loads])
  if (folder !== join(own, 'build/Release')) throw new Error(`fuzz targets would load the addon of ${folder}`)
  process.on('exit', () => rmSync(own, { recursive: true, force: true }))
  return relative(root, join(own, 'dist'))
}

function isRunning(pid: string): boolean {
  try {
    return process.kill(Number(pid), 0)
  } catch {
    return false
  }
}
