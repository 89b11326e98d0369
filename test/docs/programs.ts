// The programs in a Markdown document: its ```js and ```ts blocks, each line at the line number that it has in the document.
//
// A block whose first line of code is an import or an export begins a program; other blocks continue it. A comment
// `<!-- given ... -->` begins a program too: its lines are code that stands in front of the next block, for what a reader of
// the page already has. Where that code declares something that it does not make (`declare const pipe: ...`), or a block says
// ```ts no-run: REASON, the program is compiled and not run. A block that says ```js no-check: REASON is only parsed.

export interface Program {
  /** Path of the document from the root of the repository, and the line at which the program begins. */
  readonly document: string
  readonly from: number
  /** Name of the file that the first line of a block gives itself: `// blur.mjs`. */
  name: string | undefined
  /** All lines of the document; those outside of the program are empty. */
  readonly lines: string[]
  /** Numbers of the lines that are JavaScript. */
  readonly javascript: Set<number>
  /** Why the program is not run, if it is not. */
  notRun: string | undefined
}

/** A fault of the document itself, as `document:line: what is wrong`. */
export interface Programs {
  programs: Program[]
  /** Every ```js block by itself, at the line at which its code begins. */
  scripts: { readonly document: string; readonly from: number; readonly code: string }[]
  faults: string[]
}

const fence = /^\s*```(\w*) ?(.*)$/
const beginsProgram = /^(import|export)\b/
const isComment = /^\s*(\/\/.*)?$/

export function programsOf(document: string, text: string): Programs {
  const lines = text.split('\n')
  const found: Programs = { programs: [], scripts: [], faults: [] }
  let program: Program | undefined
  let given = false

  const begin = (at: number) => {
    const empty = { lines: lines.map(() => ''), javascript: new Set<number>() }
    program = { document, from: at + 1, name: undefined, notRun: undefined, ...empty }
    found.programs.push(program)
    return program
  }
  /** The index of the line that ends what begins at `at`. */
  const endOf = (at: number, mark: string) => {
    const end = lines.findIndex((line, i) => i > at && line.trim() === mark)
    return end < 0 ? lines.length : end
  }
  const add = (to: Program, from: number, end: number) => {
    for (let i = from; i < end; i++) to.lines[i] = lines[i]!
  }

  for (let at = 0; at < lines.length; at++) {
    if (lines[at]!.trim() === '<!-- given') {
      const end = endOf(at, '-->')
      add(begin(at), at + 1, end)
      if (lines.slice(at, end).some((line) => /^declare\b/.test(line))) program!.notRun = 'its given code is declared'
      given = true
      at = end
      continue
    }
    const [, language, info] = fence.exec(lines[at]!) ?? []
    if (language === undefined) continue
    const start = at
    at = endOf(at, '```')
    if (/^(javascript|typescript|mjs|mts)$/.test(language))
      found.faults.push(`${document}:${start + 1}: the language of a block is js or ts, not ${language}`)
    if (language !== 'js' && language !== 'ts') continue
    const why = /^(no-run|no-check): \S.*$/.exec(info!)
    if (info && !why)
      found.faults.push(`${document}:${start + 1}: expected no-run: REASON or no-check: REASON, not ${info}`)
    const block = lines.slice(start + 1, at)
    if (language === 'js') found.scripts.push({ document, from: start + 2, code: block.join('\n') })
    if (why?.[1] === 'no-check') continue

    const begins = beginsProgram.test(block.find((line) => !isComment.test(line)) ?? '')
    const into = program && (given || !begins) ? program : begin(start)
    given = false
    into.name ??= /^\/\/ ([\w-]+\.m?[jt]s)\b/.exec(block[0] ?? '')?.[1]
    if (why) into.notRun = info
    add(into, start + 1, at)
    if (language === 'js') for (let i = start + 1; i < at; i++) into.javascript.add(i + 1)
  }
  return found
}

/** The lines of blocks with a language that are longer than 80 characters, as `document:line: how long`. */
export function longLines(document: string, text: string): string[] {
  let language: string | undefined
  return text.split('\n').flatMap((line, i) => {
    const [, begun] = fence.exec(line) ?? []
    if (begun !== undefined) language = language === undefined ? begun : undefined
    return language && line.length > 80 ? [`${document}:${i + 1}: ${line.length} characters`] : []
  })
}
