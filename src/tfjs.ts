// Everything that `import ... from 'penstock-data/tfjs'` offers: outputs as tensors of TensorFlow.js. It is no dependency:
// the module is that of the package that the user has installed.
import type { DataType, Tensor as TfTensor } from '@tensorflow/tfjs-core'
import { unsupported } from './errors/factories.js'
import { type Dense, denseOf, type Samples } from './frameworks/dense.js'
import { findPeer } from './frameworks/peers.js'
import type { DType } from './generated/abi.js'

type TfModule = Pick<typeof import('@tensorflow/tfjs-core'), 'tensor'>

const core = '@tensorflow/tfjs-core'
const all = '@tensorflow/tfjs'
const paths = [['@tensorflow/tfjs-node', all, core], [all, core], [core]]

let found: TfModule | undefined

function tfjs(): TfModule {
  if (found) return found
  const message = 'Expected @tensorflow/tfjs or @tensorflow/tfjs-core to be installed but found neither'
  const peer = findPeer(paths, message, 'npm install @tensorflow/tfjs')
  found = peer.require(peer.file) as TfModule
  return found
}

/**
 * The dtype of the tensor for each dtype that TensorFlow.js can hold. It has no integers but int32, to which smaller
 * ones are converted.
 */
const dtypes: Readonly<Partial<Record<DType, DataType>>> = {
  float32: 'float32',
  int32: 'int32',
  bool: 'bool',
  uint8: 'int32',
  int8: 'int32',
  uint16: 'int32',
  int16: 'int32',
}

/** The replacement of a dtype that TensorFlow.js cannot hold without loss. */
function cure(dtype: DType): string {
  const to = dtype.startsWith('float') ? 'float32' : 'int32'
  return `Cast it before: fn.cast(value, { dtype: '${to}' }), or nd.cast() in imperative mode`
}

/**
 * An output of a pipeline, or a value of imperative mode, as a tf.Tensor of TensorFlow.js.
 *
 * The shape is [N, ...shape of a sample] for a batch (a TensorList or a Batch), and that of the tensor for a single
 * one. float32, int32 and bool keep their dtype, and nothing is copied: the tensor has the output's memory while the
 * CPU backend holds it, which stays valid as long as the tensor is referenced, unless the batch is released before.
 * Other backends copy to memory of their own. uint8, int8, uint16 and int16 are converted to int32, which makes a copy,
 * because TensorFlow.js has no dtype for them. An output on the GPU is copied to the host, and the thread is blocked
 * meanwhile: `toTfjs(await output.toCpu())` does not block it.
 *
 * dispose() of the tensor does not release the batch.
 *
 * Errors: INVALID_INPUT, when the samples of a batch differ in shape; UNSUPPORTED, for the dtypes uint32, uint64,
 * int64, float16 and float64, when TensorFlow.js is not installed, and when it has no backend; OUTPUT_RELEASED, after
 * release().
 */
export function toTfjs(output: Dense | Samples): TfTensor {
  const tensor = denseOf(output)
  const { dtype, shape } = tensor
  const to = dtypes[dtype]
  if (!to) {
    const known = Object.keys(dtypes).join(', ')
    throw unsupported(`Expected an output of dtype ${known} but received ${dtype}`, cure(dtype))
  }
  try {
    const data = tensor.dataSync() as Float32Array
    // tensor() refuses typed arrays of most dtypes, and keeps those of its own without a copy.
    return tfjs().tensor(dtype === to ? data : Int32Array.from(data), [...shape], to)
  } catch (error) {
    if (!/no backend found/i.test((error as Error)?.message)) throw error
    throw unsupported('Expected TensorFlow.js to have a backend but found none', {
      hint: "npm install @tensorflow/tfjs-backend-cpu, and import '@tensorflow/tfjs-backend-cpu'",
      cause: error,
    })
  }
}
