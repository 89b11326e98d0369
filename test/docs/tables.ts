// Reads the tables of documents that put calls beside those of other libraries.

/** A row of a table: its cells by the head of their column. */
export interface Row {
  line: number
  cells: Record<string, string>
}

export const cheatSheets = ['dali', 'torchvision', 'tf-data', 'sharp'].map(
  (name) => `docs/start/cheat-sheet-${name}.md`,
)

const cellsOf = (line: string) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim())

export function rowsOf(text: string): Row[] {
  const lines = text.split('\n')
  let heads: string[] = []
  return lines.flatMap((line, i) => {
    if (!line.startsWith('|')) return []
    if (/^\| ?-/.test(lines[i + 1] ?? '')) heads = cellsOf(line)
    else if (!/^\| ?-/.test(line)) {
      const cells = cellsOf(line)
      return [{ line: i + 1, cells: Object.fromEntries(heads.map((head, k) => [head, cells[k] ?? ''])) }]
    }
    return []
  })
}

export const codeOf = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!)
