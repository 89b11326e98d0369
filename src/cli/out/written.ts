// What both kinds of --out have in common: which batches are written, names of outputs in names of files, and the report.
import { resolve } from 'node:path'
import { invalidArgument } from '../../errors/factories.js'
import type { OutSummary } from '../types.js'
import { writeFile } from './file.js'
import type { OutTarget } from './target.js'

export class WrittenFiles {
  private batches = 0
  private files = 0
  private bytes = 0
  private first = ''
  private last = ''

  constructor(private readonly target: OutTarget) {}

  /** The number of the next batch if it is written. Without {batch} in the name only the first batch is. */
  nextBatch(): number | undefined {
    const number = this.batches++
    return number === 0 || this.target.fields.has('batch') ? number : undefined
  }

  /** Throws, with the hint, if {output} stands for a name that cannot be in a file name. */
  checkNames(names: readonly string[], hint: string): void {
    const bad = this.target.fields.has('output') ? names.find((name) => /[/\0]/.test(name)) : undefined
    if (bad === undefined) return
    throw invalidArgument(`Expected names of outputs that can be in a file name for --out but received '${bad}'`, hint)
  }

  write(path: string, parts: readonly Uint8Array[]): void {
    writeFile(path, parts)
    this.first ||= resolve(path)
    this.last = resolve(path)
    this.files++
    this.bytes += parts.reduce((sum, part) => sum + part.byteLength, 0)
  }

  summary(): OutSummary {
    const { files, bytes, first, last } = this
    return { contactSheet: null, batchFiles: files ? { files, bytes, first, last } : null }
  }
}
