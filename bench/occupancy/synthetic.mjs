// Makes stages of set cost for fn.jsFunction. A stage sleeps, so that any number of them overlap on any number of
// cores, and spins for the last moment, because the kernel decides when a sleep ends.
const sleeper = new Int32Array(new SharedArrayBuffer(4))
/** Milliseconds by which a sleep may be late. */
const latestMs = 0.2

/** Milliseconds that batch `i` costs: `ms`, or evenly spread over ms * (1 - spread) .. ms * (1 + spread). */
export function costOf({ ms, spread = 0, seed = 1 }, i) {
  if (!spread) return ms
  let t = (i + 1) * 0x9e3779b9 + seed * 0x85ebca6b
  t = Math.imul(t ^ (t >>> 16), 0x21f0aaad)
  t = Math.imul(t ^ (t >>> 15), 0x735a2d97)
  return ms * (1 + spread * (((t ^ (t >>> 15)) >>> 0) / 2 ** 31 - 1))
}

/** Occupies the thread for `ms` milliseconds, mostly asleep. */
export function spend(ms) {
  const until = performance.now() + ms
  if (ms > latestMs) Atomics.wait(sleeper, 0, 0, ms - latestMs)
  while (performance.now() < until);
}

/** The user function of a stage with these costs; `result` is what it gives for every sample. */
export function stage(cost, result = 1) {
  let batch = 0
  return (_, { idxInBatch }) => {
    if (idxInBatch === 0) spend(costOf(cost, batch++))
    return result
  }
}
