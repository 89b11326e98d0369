// Makes folders of small files with known bytes, for readers.file. They are removed when the test process ends.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const made: string[] = []
process.on('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-test-'))
  made.push(folder)
  return folder
}

/** The bytes of file i: i as 4 bytes, then 0 to 60 bytes that depend on i only. */
export function fileBytes(i: number): Uint8Array {
  const out = new Uint8Array(4 + ((i * 17) % 61))
  new DataView(out.buffer).setUint32(0, i, true)
  for (let k = 4; k < out.length; k++) out[k] = (i * 31 + k * 7) & 255
  return out
}

export interface Files {
  root: string
  /** Names relative to root; file i is files[i]. */
  files: string[]
}

/** Makes `count` such files; returns `fileRoot` and `files` of readers.file (a label is the file's index). */
export function someFiles(count: number): Files {
  const root = tempFolder()
  mkdirSync(join(root, 'a'))
  const files = Array.from({ length: count }, (_, i) => {
    const name = `a/${String(i).padStart(4, '0')}.bin`
    writeFileSync(join(root, name), fileBytes(i))
    return name
  })
  return { root, files }
}
