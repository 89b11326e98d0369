// penstock/dynamic
export { Batch, Tensor } from './api/dynamic/batch.js'
export { EvalContext } from './api/dynamic/context.js'
export { batchOf, tensorOf } from './api/dynamic/data.js'
export { invoke } from './api/dynamic/invoke.js'
export { currentMode, evalMode, withEvalMode } from './api/dynamic/mode.js'
export { RNG } from './api/dynamic/random.js'
export { type Epoch, type EpochOptions, type FilePair, FileReader, type FileReaderOptions, readers } from './api/dynamic/readers.js'
