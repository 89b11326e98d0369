// Makes a project with a small package of a given name, for entry points that look for packages which the user has
// installed.
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { tempFolder } from './files.js'

/** Makes a project whose node_modules has the files: text by path, such as '@a/b/index.js'. Returns its folder. */
export function projectWith(files: Readonly<Record<string, string>>): string {
  const project = tempFolder()
  for (const [path, text] of Object.entries(files)) {
    const file = join(project, 'node_modules', path)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, text)
  }
  return project
}

/** Runs an ES module in the folder of a project, with `dist` as the address of the compiled package. Returns its output. */
export async function runIn(project: string, program: string): Promise<string> {
  const dist = new URL('../../dist', import.meta.url).href
  const text = `const dist = '${dist}'\n${program}`
  const args = ['--no-warnings', '--input-type=module', '-e', text]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: project, timeout: 30_000 })
  if (stderr) throw new Error(stderr)
  return stdout
}
