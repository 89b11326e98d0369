// Cases as JSON, so that a finding is a file: with NaN, infinities, -0, bigint and undefined, which JSON lacks.
const named = { NaN: Number.NaN, Infinity: Number.POSITIVE_INFINITY, '-Infinity': Number.NEGATIVE_INFINITY, '-0': -0 }

/** A value that `decode` turns into the number of that name, or into a bigint: 'NaN', '-0', '5n'. */
export const odd = (text) => ({ $: text })

/** A number of a case: itself where JSON has it. */
export const number = (x) => (Number.isFinite(x) && !Object.is(x, -0) ? x : odd(Object.is(x, -0) ? '-0' : String(x)))

/** What a case stands for. */
export function decode(value) {
  if (Array.isArray(value)) return value.map(decode)
  if (value === null || typeof value !== 'object') return value
  if (typeof value.$ === 'string') {
    if (value.$ === 'undefined') return undefined
    return value.$.endsWith('n') ? BigInt(value.$.slice(0, -1)) : named[value.$]
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, decode(inner)]))
}
