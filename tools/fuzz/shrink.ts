// Makes a JSON case smaller while it still fails: removes parts and reduces numbers, within a time limit.
type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Yields every case that lacks one part of this one, or has a smaller number in it. */
function* lesser(value: Json): Generator<Json> {
  if (Array.isArray(value)) {
    for (let i = value.length - 1; i >= 0; i--) {
      yield value.toSpliced(i, 1)
      for (const inner of lesser(value[i]!)) yield value.with(i, inner)
    }
  } else if (value !== null && typeof value === 'object') {
    for (const key of Object.keys(value)) {
      const { [key]: _, ...rest } = value
      yield rest
      for (const inner of lesser(value[key]!)) yield { ...value, [key]: inner }
    }
  } else if (typeof value === 'number' && Math.abs(value) > 1) {
    yield Math.sign(value)
    yield Math.trunc(value / 2)
  }
}

export async function smaller(
  json: string,
  seconds: number,
  breaks: (json: string) => Promise<boolean>,
): Promise<string> {
  const end = Date.now() + seconds * 1000
  let best = JSON.parse(json) as Json
  for (let found = true; found && Date.now() < end; ) {
    found = false
    for (const less of lesser(best)) {
      if (Date.now() > end) break
      if (!(await breaks(JSON.stringify(less)))) continue
      best = less
      found = true
      break
    }
  }
  return JSON.stringify(best)
}
