// Makes GPU pipelines run on machines without a GPU: selects the plugin that computes on the CPU, before a plugin is
// loaded. It emulates two GPUs. `npm test` builds it; the plugin in build-test/ is preferred.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const built = ['build-test', 'build']
  .map((folder) => fileURLToPath(new URL(`../../${folder}/penstock_cuda_emulated.so`, import.meta.url)))
  .find(existsSync)

export const plugin: string = process.env.PENSTOCK_CUDA_PLUGIN || built || 'penstock_cuda_emulated.so is not built'
process.env.PENSTOCK_CUDA_PLUGIN = plugin
