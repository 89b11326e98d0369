// Builds the C++ programs of bench/native once, beside the addon and with its flags.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { benchDir } from './contest.mjs'

/** Builds what is stale, of some programs or of all; returns the folder with the programs. */
export function buildNative(...programs: string[]): string {
  const dir = join(benchDir, '../build-bench')
  if (!existsSync(join(dir, 'CMakeCache.txt'))) {
    execFileSync('cmake', ['-S', '..', '-B', dir, '-DPENSTOCK_BENCH=ON', '-DCMAKE_BUILD_TYPE=Release'], {
      cwd: benchDir,
    })
  }
  const targets = programs.length ? ['--target', ...programs] : []
  execFileSync('cmake', ['--build', dir, '-j', '2', ...targets], {
    cwd: benchDir,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return dir
}
