// Reads the documented members of a class or an interface from its TypeScript source, as Biome formats it:
// docs/reference/api-compact.md lists them.

export interface Member {
  /** The declaration in one line. */
  signature: string
  /** The first sentence of its comment, and the one that gives the default. */
  text: string
}

/** The comment's text without its stars. */
const plain = (comment: string) =>
  comment
    .replace(/^\s*\/\*\*|\*\/\s*$/g, '')
    .replace(/^\s*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Characters of a sentence that is given whole. */
const longest = 75

/** A long sentence without what is in brackets, and without what its colon, its semicolon or a relative clause adds. */
const cut = (sentence: string) =>
  sentence
    .replace(/ \([^()]*\)(?= |\.|,|:|;)/g, '')
    .replace(/^(.{20,}?)(?:[:;]|, (?:which|where|whose|for each|so that|in which)\b).*$/, '$1.')

/** The first sentence, and the one that gives the default. */
export function brief(text: string): string {
  const [first = '', ...others] = text.split(/(?<=\.) (?=[A-Z`'])/)
  const short = first.length > longest ? cut(first) : first
  return [short, others.find((one) => /^Default\b/.test(one))].filter(Boolean).join(' ')
}

/** A declaration as users call it: without modifiers, and with a mark in place of a default that is an object. */
const signatureOf = (declaration: string) =>
  declaration
    .replace(/\s+/g, ' ')
    .replace(/ ?\{$/, '')
    .replace(/^(?:async |override |readonly )+\*?|^\*/, '')
    .replace(/^get (\w+)\(\)/, '$1')
    .replace(/\{ ([^{}]*) \}: \w+ = \{\}/, '{ $1 }?')
    .replace(/(\w+): (\w+|\{[^{}]*\}) = \{\}/, '$1?: $2')
    .replace(/\( /, '(')
    .replace(/,? \)/, ')')
    .replace(/ \| undefined\b/g, '')
    .trim()

/** Members that no one calls by name: those of protocols, but for loops, and those of the package itself. */
const unlisted = /^(?:private|protected|constructor)\b|^\[Symbol\.(?!asyncIterator|iterator)/

/** The members of `name` in `source`, a class, an interface or an object of functions, that have a comment, in their order. */
export function membersOf(source: string, name: string): Member[] {
  const lines = source.split('\n')
  const from = lines.findIndex((line) =>
    new RegExp(`^export (?:abstract class|class|interface|const) ${name}\\b`).test(line),
  )
  if (from < 0) throw new Error(`there is no class, interface or object ${name}`)
  const end = lines.indexOf('}', from)
  const indexOf = (begin: number, pattern: RegExp) => lines.findIndex((line, i) => i >= begin && pattern.test(line))
  const found: Member[] = []
  for (let at = indexOf(from, /^ {2}\/\*\*/); at >= 0 && at < end; at = indexOf(at, /^ {2}\/\*\*/)) {
    const begin = indexOf(at, /\*\//) + 1
    const comment = plain(lines.slice(at, begin).join('\n'))
    // Parameters that do not fit a line stand in lines of their own.
    at = /\($/.test(lines[begin]!) ? indexOf(begin, /^ {2}\)/) : begin
    const signature = signatureOf(
      lines
        .slice(begin, at + 1)
        .join('\n')
        .trim(),
    )
    if (!comment.includes('@internal') && !unlisted.test(signature)) found.push({ signature, text: brief(comment) })
  }
  return found
}
