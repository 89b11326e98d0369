// User functions that break things, from the sample number 8 on.
const at = 8
export const throws = (x, { index }) => {
  if (index >= at) throw new RangeError(`no sample ${index}`)
  return x
}

/** Never fails. */
export const passes = (x) => x

/** Throws an error, and ends its thread shortly afterwards. */
export const throwsAndEnds = (x, { index }) => {
  if (index >= at) setImmediate(() => process.exit(3))
  return throws(x, { index })
}

export const rejects = async (x, info) => throws(x, info)

export const never = (x, { index }) => (index >= at ? new Promise(() => {}) : x)

/** Never returns: only terminating the thread ends it. */
export const spins = (x, { index }) => {
  while (index >= at);
  return x
}

export const exits = (x, { index }) => {
  if (index >= at) process.exit(3)
  return x
}

/** Throws an error outside of the call, which no call can catch. */
export const explodes = (x, { index }) => {
  if (index >= at) {
    setImmediate(() => {
      throw new TypeError('out of nowhere')
    })
    return new Promise(() => {})
  }
  return x
}

/** Allocates until the thread ends with ERR_WORKER_OUT_OF_MEMORY. */
export const hoards = (x, { index }) => {
  const kept = []
  while (index >= at) kept.push(Array.from({ length: 50_000 }, (_, i) => ({ i, kept })))
  return x
}

export const always = () => {
  throw new Error('never good')
}
