// Reads the lines of a list file, "path label" each. Names stay byte strings (one character per byte) from the file to the
// packed buffer. Blocking.

import { closeSync, openSync, readSync } from 'node:fs'
import { unexpected } from './args.js'
import { asText, type Effort, fileFailure, spend } from './disk.js'
import type { TableBuilder } from './table.js'

// DALI's rule read backwards from the line's end: white space, digits, white space, and the rest is the name.
const LINE = /^(.*[^\t-\r ])[\t-\r ]+([0-9]+)[\t-\r ]*$/s
const BLANK = /^[\t-\r ]*$/
const CHUNK = 1 << 20
const BOM = '\xef\xbb\xbf'

export function discoverList(listPath: string, builder: TableBuilder, effort: Effort): void {
  let number = 0
  eachLine(listPath, (line) => {
    spend(effort)
    if (number++ === 0 && line.startsWith(BOM)) line = line.slice(BOM.length)
    if (BLANK.test(line)) return
    const [, name, digits] = LINE.exec(line) ?? []
    const label = Number(digits)
    if (name === undefined || name.includes('\0') || label > 0x7fffffff) {
      const hint = 'Write each line as a path, white space, and a label from 0 to 2147483647; labels cannot be left out'
      unexpected(`"path label" on line ${number} of '${listPath}'`, 'fileList', asText(line), hint)
    }
    builder.add(name, label)
  })
}

function eachLine(path: string, visit: (line: string) => void): void {
  const chunk = Buffer.allocUnsafe(CHUNK)
  let rest = ''
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    for (;;) {
      const length = readSync(file, chunk, 0, CHUNK, null)
      if (length === 0) break
      const lines = (rest + chunk.toString('latin1', 0, length)).split('\n')
      rest = lines.pop()!
      for (const line of lines) visit(line)
    }
  } catch (error) {
    fileFailure(error, 'fileList', path, 'a text file')
  } finally {
    if (file !== undefined) closeSync(file)
  }
  visit(rest)
}
