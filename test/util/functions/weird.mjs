// Lists the values that user code may throw: each is a function that makes the value. It also has user functions that
// throw, reject with, or return them.
const trap = () => {
  throw new Error('a trap')
}
const traps = { get: trap, has: trap, getPrototypeOf: trap, ownKeys: trap, getOwnPropertyDescriptor: trap, apply: trap }
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}
const withGetter = (name) => Object.defineProperty(new Error('hidden'), name, { get: trap })

export const weird = {
  undefined: () => undefined,
  null: () => null,
  'an error': () => new Error('plain'),
  'a number': () => 0,
  'an empty text': () => '',
  'a bigint': () => 10n,
  'a symbol': () => Symbol('odd'),
  'a function': () => trap,
  'an object without prototype': () => Object.create(null),
  'an object whose text throws': () => ({ toString: trap }),
  'an object whose message throws': () => Object.defineProperty({}, 'message', { get: trap }),
  'an error whose message throws': () => withGetter('message'),
  'an error whose stack throws': () => withGetter('stack'),
  'an error with a Proxy as prototype': () => Object.setPrototypeOf(new Error('odd'), new Proxy({}, traps)),
  'a Proxy with traps': () => new Proxy(new Error('inside'), traps),
  'a revoked Proxy': revoked,
  'a long text': () => 'x'.repeat(1e6),
  'an object that holds itself': () => {
    const own = {}
    own.own = own
    return own
  },
}

const values = Object.values(weird)
const valueFor = (x) => values[x.dataSync()[0]]()

export const throwing = (x) => {
  throw valueFor(x)
}
export const rejecting = (x) => Promise.reject(valueFor(x))
/** Reading the result runs code of the user. */
export const giving = (x) =>
  [
    () => new Proxy([], traps),
    () => ({
      data: new Float32Array(1),
      get shape() {
        return trap()
      },
    }),
    () => Object.defineProperty({}, 'then', { get: trap }),
    revoked,
    () => [revoked()],
  ][x.dataSync()[0] % 5]()
