// Changes of JSON values: of serialised pipelines and checkpoints, which may be anyone's.
const odd = [
  ...[null, true, false, -1, 0, 1, 2, 7, 300, -0.5, 2 ** 31, 2 ** 32, 2 ** 53, Number.MAX_SAFE_INTEGER, 1e308],
  ...['', 'x', 'gpu', '__proto__', 'constructor', 'x'.repeat(1000), '\u0000', '\ud800', [], {}, [1], [[[]]], [null]],
]
/** A key of which an assignment would change the prototype; JSON.parse makes it one of the object's own. */
const hostile = JSON.parse('{"__proto__":{"node":0,"output":0,"epoch":0,"position":0,"batchSize":1},"constructor":1}')

/** The value with `times` changes; `words`: other texts that it may hold in place of those that it has. */
export function mutated(r, value, times, words = []) {
  let changed = structuredClone(value)
  for (let i = 0; i < times; i++) changed = change(r, changed, words)
  return changed
}

const other = (r, words) =>
  structuredClone(words.length && r.oneIn(3) ? r.pick(words) : r.oneIn(12) ? hostile : r.pick(odd))

function change(r, value, words) {
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'number' && r.oneIn(2) ? value + r.pick([-1, 1, 1, 2, 0.5]) : other(r, words)
  }
  const keys = Object.keys(value)
  if (!keys.length || r.oneIn(10)) return other(r, words)
  const key = r.pick(keys)
  const how = r.below(12)
  if (Array.isArray(value)) {
    if (how === 0) return value.toSpliced(Number(key), 1)
    if (how === 1) return [...value, structuredClone(value[key])]
    if (how === 2) return value.toReversed()
    return value.with(Number(key), change(r, value[key], words))
  }
  const entries = Object.entries(value)
  if (how === 0) return Object.fromEntries(entries.filter(([name]) => name !== key))
  if (how === 1) return Object.fromEntries([...entries, [r.pick(['x', 'toString', '__proto__']), other(r, words)]])
  return Object.fromEntries(entries.map(([name, own]) => [name, name === key ? change(r, own, words) : own]))
}
