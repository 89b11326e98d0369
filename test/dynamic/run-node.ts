// Runs a few lines in a process of their own, with `nd` being penstock-data/dynamic: what it prints.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
export const dynamicUrl: string = new URL('../../dist/dynamic.js', import.meta.url).href

/** Rejects where it fails, crashes, or takes more than a minute. */
export async function runOnNode(lines: string, env: Record<string, string> = {}): Promise<string> {
  const code = `import * as nd from ${JSON.stringify(dynamicUrl)}\n${lines}`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--expose-gc', '-e', code], {
    env: { ...process.env, ...env },
    timeout: 60_000,
    killSignal: 'SIGKILL',
  })
  return stdout.trim()
}
