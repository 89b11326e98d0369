// Words for messages: suggestions for misspelt names of operators, arguments, enum values and options, and values as
// text.

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

/** Formats a value for a message. Long strings and arrays are cut; functions and objects are named by their kind. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value)
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) {
    const items = value.slice(0, 6).map(shown)
    return `[${items.join(', ')}${value.length > 6 ? `, ... ${value.length} values` : ''}]`
  }
  const name = value.constructor?.name
  return !name || name === 'Object' ? 'an object' : `a ${name}`
}

/** A path or URL as messages show it: an http(s) URL without what may be secret in it, which is its query and its user. */
export function shownUrl(path: string): string {
  if (!/^https?:\/\//i.test(path)) return path
  return path.replace(/[?#].*$/s, '').replace(/^(\w+:\/\/)[^/@]*@/, '$1')
}
