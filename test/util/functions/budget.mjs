// User functions of the tests of memory budgets.

/** Returns the sample twice. */
export function twice(x) {
  const data = x.dataSync()
  const out = new Uint8Array(2 * data.length)
  out.set(data)
  out.set(data, data.length)
  return out
}

/** Returns the sample twice, after a delay. */
export async function lateTwice(x) {
  await new Promise((resolve) => setTimeout(resolve, 150))
  return twice(x)
}

/** Returns a small output for a large sample, and a large one for a small sample. */
export function inverted(x) {
  return new Uint8Array(x.size > 1000 ? 10 : 6 * 2 ** 20)
}
