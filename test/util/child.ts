// Runs a script in a separate process, for tests that may end a process; gives its output and how it ended.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tempFolder } from './files.js'

const dist = (file: string) => new URL(`../../dist/${file}`, import.meta.url).href

export interface Ended {
  code: number | null
  signal: string | null
  out: string
  err: string
}

/**
 * Runs an ES module of these lines, in which `fn`, `pipelineDef`, `types`, `nd` and `native` are defined. `shell`: sh commands
 * that run before it, such as ulimit. The process is killed after `seconds`.
 */
export async function runChild(lines: string, { shell = '', seconds = 50, env = {} } = {}): Promise<Ended> {
  const file = join(tempFolder(), 'child.mjs')
  const head = `import { fn, pipelineDef, types } from '${dist('index.js')}'
import * as nd from '${dist('dynamic.js')}'
import { native } from '${dist('native.js')}'
`
  writeFileSync(file, head + lines)
  const quoted = [process.execPath, file].map((s) => `'${s}'`).join(' ')
  const child = spawn('/bin/sh', ['-c', `set -e; ulimit -c 0; ${shell}\nexec ${quoted}`], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: seconds * 1000,
    killSignal: 'SIGKILL',
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { code, signal, out, err }
}
