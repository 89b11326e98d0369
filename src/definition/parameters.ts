// Finds how many arguments a function can take. JavaScript's `length` only counts the parameters before the first
// default, so this file reads the others from the function's text. A text that it does not understand counts as "any
// number".

/** A list in brackets, as found in the text. */
interface List {
  /** Position after the closing bracket. */
  end: number
  /** The texts between top-level commas; an empty last one is left out. */
  entries: string[]
}

const openers = '([{'
const closers = ')]}'

/**
 * Position after the string or comment that begins at `i`; `i` if none begins there; undefined if the text is not
 * understood.
 */
function skipped(text: string, i: number): number | undefined {
  const two = text.slice(i, i + 2)
  if (two === '//') return end(text.indexOf('\n', i), 1)
  if (two === '/*') return end(text.indexOf('*/', i + 2), 2)
  const quote = text[i]!
  // Any other slash is a division or begins a regular expression, whose brackets must not be counted.
  if (quote === '/') return undefined
  if (!'\'"`'.includes(quote)) return i
  for (let at = i + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === quote) return at + 1
    else if (quote === '`' && text[at] === '$' && text[at + 1] === '{') return undefined
  }
  return undefined
}

const end = (found: number, length: number): number | undefined => (found < 0 ? undefined : found + length)

function list(text: string, start: number): List | undefined {
  const entries = ['']
  let depth = 0
  for (let i = start; i < text.length; ) {
    const next = skipped(text, i)
    if (next === undefined) return undefined
    if (next > i) {
      // A comment does not make an entry; a string is part of one.
      if (text[i] !== '/') entries.push(`${entries.pop()}''`)
      i = next
      continue
    }
    const c = text[i++]!
    if (depth === 0 && closers.includes(c)) {
      const given = entries.map((entry) => entry.trim())
      return { end: i, entries: given.at(-1) === '' ? given.slice(0, -1) : given }
    }
    if (depth === 0 && c === ',') entries.push('')
    else entries.push(entries.pop()! + c)
    if (openers.includes(c)) depth++
    else if (closers.includes(c)) depth--
  }
  return undefined
}

/**
 * The most arguments that `f` can read; Infinity for rest parameters, for `arguments`, and if its text is not
 * understood.
 */
// biome-ignore lint/complexity/noBannedTypes: any function.
export function maxArguments(f: Function): number {
  const text = Function.prototype.toString.call(f)
  if (/^(?:async\s+)?[\w$]+\s*=>/.test(text)) return 1
  // A computed name of a method may have brackets of its own.
  let i = 0
  while (i < text.length && text[i] !== '(') {
    const next = text[i] === '[' ? list(text, i + 1)?.end : skipped(text, i)
    if (next === undefined) return Infinity
    i = Math.max(next, i + 1)
  }
  const parameters = list(text, i + 1)
  if (!parameters || parameters.entries.some((entry) => entry.startsWith('...'))) return Infinity
  const body = text.slice(parameters.end)
  if (/\barguments\b/.test(body) || /^\s*\{\s*\[native code\]/.test(body)) return Infinity
  return parameters.entries.length
}
