// Makes temporary folders for the files of cases; they are removed when the process ends.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const made: string[] = []

/** Makes a folder. One listener removes all of them: Node.js takes many for a leak. */
export function temporaryFolder(): string {
  if (!made.length)
    process.on('exit', () => {
      // One of them may be the working folder.
      process.chdir(tmpdir())
      for (const folder of made) rmSync(folder, { recursive: true, force: true })
    })
  const folder = mkdtempSync(join(tmpdir(), 'penstock-parity-'))
  made.push(folder)
  return folder
}
