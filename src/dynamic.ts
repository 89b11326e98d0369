// penstock/dynamic
export { Batch, Tensor } from './api/dynamic/batch.js'
export { EvalContext, type EvalContextOptions } from './api/dynamic/context.js'
export { batchOf, tensorOf } from './api/dynamic/data.js'
export { Device, type DeviceLike, device } from './api/dynamic/device.js'
export { invoke } from './api/dynamic/invoke.js'
export { currentMode, type EvalMode, evalMode, withEvalMode } from './api/dynamic/mode.js'
export {
  getCurrentStream,
  getDefaultStream,
  Stream,
  type StreamLike,
  setCurrentStream,
  setDefaultStream,
  stream,
} from './api/dynamic/stream.js'
export { getNumThreads, setNumThreads } from './api/dynamic/threads.js'

import { getDefaultRng, RNG, setSeed } from './api/dynamic/random.js'

/** Random numbers: the generator class, and this thread's default generator. */
export const random = { RNG, getDefaultRng, setSeed }
export { RNG }
