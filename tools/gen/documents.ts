// Replaces the generated parts of documents, between the comments <!-- mark: where it is from --> and <!-- /mark -->.

/** Returns the document's text with these lines in the place of what stands between the comments of `mark`. */
export function between(text: string, mark: string, lines: readonly string[]): string {
  const all = text.split('\n')
  const begin = all.findIndex((line) => line.startsWith(`<!-- ${mark}: `))
  const end = all.indexOf(`<!-- /${mark} -->`)
  if (begin < 0 || end < begin)
    throw new Error(`the comments around the generated part "${mark}" of a document are missing`)
  return [...all.slice(0, begin + 1), ...lines, ...all.slice(end)].join('\n')
}

/** A row of a table. */
export const row = (...cells: string[]): string =>
  `| ${cells.map((cell) => cell.replace(/\|/g, '\\|').replace(/\n/g, ' ')).join(' | ')} |`
