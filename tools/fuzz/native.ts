// Runs the C++ targets by the program penstock_fuzz.
import { spawnSync } from 'node:child_process'
import type { Options } from '../fuzz.js'
import type { Build } from './build.js'
import { root, type Target } from './targets.js'

function call(build: Build, args: string[]): number {
  const { status } = spawnSync(build.program, args, { cwd: root, stdio: 'inherit', env: build.env })
  return status === 0 ? 0 : 1
}

export function runNative(target: Target, build: Build, how: Options): number {
  const args = ['run', target.name, '--seed', `${how.seed}`]
  args.push(...(how.runs === undefined ? ['--seconds', `${how.seconds}`] : ['--runs', `${how.runs}`]))
  if (how.keep) args.push('--keep', how.keep)
  return call(build, args)
}

export const replayNative = (target: Target, build: Build, files: string[]): number =>
  call(build, ['replay', target.name, ...files])
