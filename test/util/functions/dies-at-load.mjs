// A module whose thread ends while it is loaded.
setImmediate(() => {
  throw new TypeError('out of nowhere, at load')
})
await new Promise(() => {})
export const never = (x) => x
