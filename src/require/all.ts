// Every entry of the package. The build bundles it with all that it imports into dist/required.cjs, which require() gets where
// it cannot load ES modules; see load.cts.
export * as dynamic from '../dynamic.js'
export * as index from '../index.js'
export * as onnx from '../onnx.js'
export * as tfjs from '../tfjs.js'
export * as transformers from '../transformers.js'
