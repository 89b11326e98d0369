// Everything that `import ... from 'penstock-data/onnx'` offers: outputs as tensors of ONNX Runtime, without a copy.
// onnxruntime-node and onnxruntime-web both take them. Neither is a dependency: the class is that of the package that the
// user has installed.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Tensor as OrtTensor } from 'onnxruntime-common'
import { invalidInput, unsupported } from './errors/factories.js'
import type { DType } from './generated/abi.js'

type OrtModule = Pick<typeof import('onnxruntime-common'), 'Tensor'>

/** A tensor of a pipeline or of imperative mode. */
interface Dense {
  readonly dtype: DType
  readonly shape: readonly number[]
  dataSync(): ArrayBufferView
}

/** A TensorList, or a Batch of imperative mode: its tensor has a leading sample axis. */
interface Samples {
  asTensor(): Dense
}

const runtimes = ['onnxruntime-node', 'onnxruntime-web']

/** The class Tensor that the installed runtime uses, or undefined. Native code of the runtime is not loaded. */
function search(): OrtModule | undefined {
  // A package manager may hide the user's packages from this one: then they are looked for in the working folder.
  for (const place of [import.meta.url, join(process.cwd(), 'package.json')]) {
    const require = createRequire(place)
    const packages = runtimes.flatMap((name) => {
      try {
        return [createRequire(require.resolve(name))]
      } catch {
        return []
      }
    })
    for (const from of [...packages, require]) {
      try {
        return from('onnxruntime-common') as OrtModule
      } catch (error) {
        if ((error as { code?: string }).code !== 'MODULE_NOT_FOUND') throw error
      }
    }
  }
  return undefined
}

let found: OrtModule | undefined

function ort(): OrtModule {
  found ??= search()
  if (found) return found
  throw unsupported(
    'Expected onnxruntime-node or onnxruntime-web to be installed but found neither',
    'npm install onnxruntime-node',
  )
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
  if (typeof (output as Partial<Dense & Samples>)?.dataSync !== 'function') {
    throw invalidInput(
      `Expected an output of a pipeline or a value of imperative mode but received ${output === null ? 'null' : typeof output}`,
    )
  }
  const { Tensor } = ort()
  const tensor = 'asTensor' in output ? output.asTensor() : output
  // Its constructor has an overload per dtype.
  return new Tensor(tensor.dtype as 'float32', tensor.dataSync() as Float32Array, tensor.shape)
}
