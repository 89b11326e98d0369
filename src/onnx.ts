// Everything that `import ... from 'penstock-data/onnx'` offers: outputs as tensors of ONNX Runtime, without a copy.
// onnxruntime-node and onnxruntime-web both take them. Neither is a dependency: the class is that of the package that the
// user has installed.
import type { Tensor as OrtTensor } from 'onnxruntime-common'
import { type Dense, denseOf, type Samples } from './frameworks/dense.js'
import { findPeer } from './frameworks/peers.js'

type OrtModule = Pick<typeof import('onnxruntime-common'), 'Tensor'>

const common = 'onnxruntime-common'
const paths = [['onnxruntime-node', common], ['onnxruntime-web', common], [common]]

let found: OrtModule | undefined

/** The class Tensor that the installed runtime uses. Native code of the runtime is not loaded. */
function ort(): OrtModule {
  if (found) return found
  const message = 'Expected onnxruntime-node or onnxruntime-web to be installed but found neither'
  const peer = findPeer(paths, message, 'npm install onnxruntime-node')
  found = peer.require(peer.file) as OrtModule
  return found
}

/**
 * An output of a pipeline, or a value of imperative mode, as a tensor of ONNX Runtime, for `session.run()`.
 *
 * The shape is [N, ...shape of a sample] for a batch (a TensorList or a Batch), and that of the tensor for a single
 * one. The dtype is the same; float16 is made of its bits. Nothing is copied: the result has the output's memory, which
 * stays valid as long as the result is referenced, unless the batch is released before. An output on the GPU is copied
 * to the host, and the thread is blocked meanwhile: `toOrt(await output.toCpu())` does not block it.
 *
 * Errors: INVALID_INPUT, when the samples of a batch differ in shape; UNSUPPORTED, when no ONNX Runtime is installed;
 * OUTPUT_RELEASED, after release().
 */
export function toOrt(output: Dense | Samples): OrtTensor {
  const tensor = denseOf(output)
  const { Tensor } = ort()
  // Its constructor has an overload per dtype.
  return new Tensor(tensor.dtype as 'float32', tensor.dataSync() as Float32Array, tensor.shape)
}
