// User functions for the tests of fn.jsFunction: valid and invalid results, and ways to fail.
import { setTimeout as sleep } from 'node:timers/promises'

/** Returns the input. */
export default (x) => x

/** Gives its inputs. */
export const same = (...given) => given.slice(0, -1)

export const twice = (x) => x.dataSync().map((v) => 2 * v)

/** Two outputs: a scalar, and a row as long as the sample's index. */
export const two = (x, info) => [
  info.index,
  { data: new Float32Array(info.index).fill(x.dataSync()[0]), shape: [info.index] },
]

/** Three outputs whose sizes grow, stay and shrink. */
export const ragged = (_, { index: i }) => [
  new Float32Array(i * i).fill(i),
  i,
  { data: new Int16Array(20 - i).fill(-i), shape: [20 - i] },
]

export const sum = (a, b) => a.dataSync()[0] + b.dataSync()[0]

export const about = (_, { index, epoch, idxInBatch, source }) => [index, epoch, idxInBatch, source.length]

export const draws = (_, { random }) => Float64Array.from([random(), random(), random()])

/** Finishes out of order. */
export const late = async (x, { index }) => {
  await sleep((index * 7) % 5)
  return x
}

/** Gives the same memory every time. */
const scratch = new Float32Array(3)
export const reused = (x) => {
  scratch.set(x.dataSync())
  return scratch
}

export const oddFails = (x, { index }) => {
  if (index % 2) throw new RangeError(`no odd sample: ${index}`)
  return x
}

export const oddRejects = async (x, info) => {
  await sleep(info.index % 3)
  return oddFails(x, info)
}

export const alwaysFails = () => {
  throw new RangeError('never')
}

export const forgetsToReturn = () => {}

/** Returns another dtype for every third sample. */
export const changes = (x, { index }) => (index % 3 === 2 ? new Uint8Array(3) : x)

let kept
/** Returns the tensor of the call before. */
export const keeps = (x) => {
  const before = kept ?? x
  kept = x
  return before
}

export const never = () => new Promise(() => {})

export const spins = () => {
  for (;;);
}

export const notAFunction = 7

/** The number of times that a timer of this module fired, and that the function was called. */
let ticks = 0
let calls = 0
setInterval(() => ticks++, 5).unref()
export const alive = () => [ticks, ++calls]

export const failsLate = async (x, { index }) => {
  await sleep((index * 7) % 5)
  if (index >= 20) throw new Error(`too late at ${index}`)
  return x
}

/** Gives what it gets, but for a sample of three numbers, or of threes. */
export const throwsForThree = (x) => {
  const values = x.dataSync()
  if (values.length === 3 || values[0] === 3) throw new Error('no three')
  return x
}

export const exits = () => process.exit(3)
