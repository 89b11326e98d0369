// The GPU path: the main job with kernels, with the engines and without a GPU; the decoding kernels alone; the fused kernel.
// The work is in bench/gpu, plain JavaScript that also runs where there is no npm (tools/gpu-pack/pack.sh).
// Command: npm run bench -- gpu --data DIR [--data DIR] [--threads 16,8,4] [--seconds 480] [--only kernel,main]
// Last result: bench/results/gpu.md; bench/gpu/README.md says how to read it.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { benchDir } from '../contest.mjs'

export async function run(argv: string[]): Promise<void> {
  const { status } = spawnSync(process.execPath, [join(benchDir, 'gpu/main.mjs'), ...argv], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
