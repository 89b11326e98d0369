// Findings of a target, and the commonest one: a call that does not end.

export const found = (finding, text) => Object.assign(new Error(text), { finding })

/** Of one call, in milliseconds; even a busy machine takes that long only where something hangs. */
const patience = 60_000

let hung

/** Rejects with a finding where the call does not end; after that no call is waited for, not even close(). */
export function within(promise, what) {
  if (hung) return Promise.reject(hung)
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => {
      hung = found('hang', `${what} has not ended in ${patience} ms`)
      reject(hung)
    }, patience)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
