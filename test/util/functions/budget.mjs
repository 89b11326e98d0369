// User functions of the tests of memory budgets.

/** The sample two times. */
export function twice(x) {
  const data = x.dataSync()
  const out = new Uint8Array(2 * data.length)
  out.set(data)
  out.set(data, data.length)
  return out
}

/** The same, a while later. */
export async function lateTwice(x) {
  await new Promise((resolve) => setTimeout(resolve, 150))
  return twice(x)
}

/** Little of much, and much of little. */
export function inverted(x) {
  return new Uint8Array(x.size > 1000 ? 10 : 6 * 2 ** 20)
}
