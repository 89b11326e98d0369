// Words messages: suggestions for misspelt names of operators, arguments, enum values and options, and values as text.

import { types } from 'node:util'
import { escaped } from './escaped.js'
import { shownUrl } from './secrets.js'

/** Edit distance in which a swap of two neighbouring characters counts as one edit (optimal string alignment). */
function distance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, before[j - 2]! + 1)
      row.push(best)
    }
    before = last
    last = row
  }
  return last[b.length]!
}

/** Converts snake_case to camelCase: `random_shuffle` gives `randomShuffle`. */
export const toCamel = (name: string) => name.replace(/_+([a-zA-Z0-9])/g, (_, c: string) => c.toUpperCase())

/** Returns the candidate with the smallest edit distance to `word`, if it is within a third of the word's length. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const wanted = toCamel(word).toLowerCase()
  const limit = Math.max(1, Math.floor(wanted.length / 3))
  let best: string | undefined
  let bestDistance = limit + 1
  for (const candidate of candidates) {
    const d = distance(wanted, candidate.toLowerCase())
    if (d < bestDistance) [best, bestDistance] = [candidate, d]
  }
  return best
}

/** Returns a hint such as "Did you mean 'x'?", or undefined when no candidate is close. */
export function suggestion(word: string, candidates: readonly string[]): string | undefined {
  const near = nearest(word, candidates)
  if (!near) return undefined
  const snake = word.includes('_') && toCamel(word) === near
  return snake ? `Names are in camelCase: did you mean '${near}'?` : `Did you mean '${near}'?`
}

/**
 * Formats a value for a message. Long strings and arrays are cut; functions and objects are named by their kind. Never
 * throws: the value may be a Proxy, or an object whose properties cannot be read.
 */
export function shown(value: unknown): string {
  if (typeof value === 'string') {
    const text = shownUrl(value)
    return escaped(JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text))
  }
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value !== 'object' || value === null) return String(value)
  if (types.isProxy(value)) return 'a Proxy'
  try {
    if (Array.isArray(value)) {
      const items = value.slice(0, 6).map(shown)
      return `[${items.join(', ')}${value.length > 6 ? `, ... ${value.length} values` : ''}]`
    }
    const name = escaped(String(value.constructor?.name ?? ''))
    return !name || name === 'Object' ? 'an object' : `${/^[AEIO]/.test(name) ? 'an' : 'a'} ${name}`
  } catch {
    return 'an object'
  }
}

/** The message of an error, or another value as text; undefined where no text can be made of it. Never throws. */
export function textOf(value: unknown): string | undefined {
  try {
    if (typeof value !== 'object' || value === null) return String(value)
    const { message } = value as { message?: unknown }
    if (typeof message === 'string' && message) return message
    const text = String(value)
    return text.startsWith('[object ') ? undefined : text
  } catch {
    return undefined
  }
}

/** What to say of an option that is not known, and the hint. `path`: its name with the objects that it stands in. */
export const unknownOption = (name: string, known: readonly string[], path = name): [detail: string, hint: string] => [
  `Expected a known option but received ${shown(path)}`,
  suggestion(name, known) ?? `Options are: ${known.join(', ')}`,
]
