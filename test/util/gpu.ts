// GPU pipelines on machines without a GPU: names the plugin that computes on the CPU, before anything has loaded one. It has
// two GPUs. `npm test` builds it; a build folder of one's own goes before.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const built = ['build-test', 'build']
  .map((folder) => fileURLToPath(new URL(`../../${folder}/penstock_cuda_emulated.so`, import.meta.url)))
  .find(existsSync)

export const plugin: string = process.env.PENSTOCK_CUDA_PLUGIN || built || 'penstock_cuda_emulated.so is not built'
process.env.PENSTOCK_CUDA_PLUGIN = plugin
