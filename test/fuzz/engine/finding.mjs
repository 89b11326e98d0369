// Findings of a target, and the commonest one: a call that does not end.

export const found = (finding, text) => Object.assign(new Error(text), { finding })

/** Of one call, in milliseconds; even a busy machine takes that long only where something hangs. */
const patience = 60_000

/** Rejects with a finding where the call does not end. */
export function within(promise, what) {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(found('hang', `${what} has not ended in ${patience} ms`)), patience)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
