// Builds the code that fuzz targets run, and gives the commands that start it. It shares the build of
// tools/sanitize.sh.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root, type Target } from './targets.js'

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

const asan = 'allocator_may_return_null=1:detect_stack_use_after_return=0:strict_string_checks=1'

export function prepare(chosen: Target[], plain: boolean): Build {
  must('sh', ['tools/setup.sh', '--tests'])
  if (plain) return { program: 'build/penstock_fuzz', dist: 'dist', env: process.env, nodeEnv: process.env }
  const wanted = [...new Set(chosen.map((target) => (target.native ? 'penstock_fuzz' : 'penstock')))]
  must('bash', ['tools/build-sanitized.sh', 'build-asan', 'address,undefined', ...wanted])
  const env = {
    ...process.env,
    ASAN_OPTIONS: `detect_leaks=1:${asan}`,
    UBSAN_OPTIONS: 'print_stacktrace=1',
  }
  if (!wanted.includes('penstock')) return { program: 'build-asan/penstock_fuzz', dist: 'dist', env, nodeEnv: env }
  const preload = ['libasan.so', 'libubsan.so', 'libstdc++.so.6'].map((name) =>
    must('g++', [`-print-file-name=${name}`]),
  )
  return {
    program: 'build-asan/penstock_fuzz',
    dist: sanitizedDist(),
    env,
    // Node.js itself is not instrumented: the sanitizers' libraries must be loaded first. Leaks are not reported,
    // because V8 never frees all its memory.
    nodeEnv: { ...env, LD_PRELOAD: preload.join(':'), ASAN_OPTIONS: `detect_leaks=0:hard_rss_limit_mb=6000:${asan}` },
  }
}

/**
 * Copies dist beside the sanitized addon, because dist loads the addon from ../build/Release. Each run has its own
 * copy.
 */
function sanitizedDist(): string {
  const place = join(root, 'build-asan/package')
  mkdirSync(place, { recursive: true })
  for (const left of readdirSync(place)) if (!isRunning(left)) rmSync(join(place, left), { recursive: true })
  const own = join(place, String(process.pid))
  cpSync(join(root, 'dist'), join(own, 'dist'), { recursive: true })
  mkdirSync(join(own, 'build/Release'), { recursive: true })
  cpSync(join(root, 'build-asan/penstock.node'), join(own, 'build/Release/penstock.node'))
  if (!existsSync(join(own, 'dist/index.js'))) throw new Error('dist is empty')
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
