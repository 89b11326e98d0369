// Runs the C++ targets by the program penstock_fuzz.
import { spawn } from 'node:child_process'
import type { Build, Options, Say } from './build.js'
import { root, type Target } from './targets.js'

function call(build: Build, args: string[], say: Say): Promise<number> {
  const child = spawn(build.program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: build.env })
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', say)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => resolve(status === 0 ? 0 : 1))
  })
}

export function runNative(target: Target, build: Build, how: Options, say: Say): Promise<number> {
  const args = ['run', target.name, '--seed', `${how.seed}`]
  args.push(...(how.runs === undefined ? ['--seconds', `${how.seconds}`] : ['--runs', `${how.runs}`]))
  if (how.keep) args.push('--keep', how.keep)
  return call(build, args, say)
}

export const replayNative = (target: Target, build: Build, files: string[], say: Say): Promise<number> =>
  call(build, ['replay', target.name, ...files], say)
