// User functions of the tests of memory budgets.

/** The sample two times. */
export function twice(x) {
  const data = x.dataSync()
  const out = new Uint8Array(2 * data.length)
  out.set(data)
  out.set(data, data.length)
  return out
}
