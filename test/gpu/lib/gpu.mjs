// Finds the GPU that the tests run on, or the reason why there is none. PENSTOCK_CUDA_PLUGIN may name the emulated
// one. PENSTOCK_GPU_REQUIRED=1: no GPU is a failure, not a reason to skip.
import { fileURLToPath } from 'node:url'
import { gpuInfo } from '../../../dist/native.js'

function look() {
  try {
    return gpuInfo()
  } catch (e) {
    if (e.code !== 'CUDA_UNAVAILABLE' || process.env.PENSTOCK_GPU_REQUIRED) throw e
    return { reason: `no GPU: ${e.message}`, devices: [], emulated: false }
  }
}

export const gpu = look()
/** What goes into a test's options: false, or the reason to skip it. */
export const skip = gpu.reason ?? false
export const seed = Number(process.env.PENSTOCK_GPU_SEED ?? 1)
/** 'small': few and small cases, for compute-sanitizer, under which a kernel is a hundred times slower. */
export const sweep = process.env.PENSTOCK_GPU_SWEEP ?? 'full'

const root = new URL('../../../', import.meta.url)
export const inRoot = (path) => fileURLToPath(new URL(path, root))
export const photos = inRoot('data/photos')
/** Names of the two photos there that are progressive JPEGs. */
export const progressive = ['animals/cat_upright.jpg', 'space/launch.jpg']
