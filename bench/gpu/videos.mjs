// Random clips of 16 frames of a folder of 720p videos, resized to 224 x 224, by one reader: the GPU's video engines beside
// threads of the CPU, a loop of all engines without programs and batches, whose frames are not resized, and DALI's reader.
// `npm run bench -- video` runs it where there is a GPU. Without npm, in the pack of tools/gpu-pack:
//   run.sh node bench/gpu/videos.mjs --data DIR [--bare build/gpu_videos] [--rounds 5] [--seconds 3] [--threads 16] [--batch 32]
// DALI_PYTHON names a Python with DALI.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { benchDir, contest, rates, ratios, spread } from '../contest.mjs'

/** Why there is nothing to measure here; undefined where there is a GPU. */
export function noGpu() {
  if (!existsSync('/dev/nvidiactl')) return 'this machine has no NVIDIA GPU'
  const plugin = process.env.PENSTOCK_CUDA_PLUGIN ?? join(benchDir, '../build/Release/penstock_cuda.so')
  return existsSync(plugin) ? undefined : 'there is no GPU plugin: npm run build:cuda'
}

function dali(flags) {
  const python = process.env.DALI_PYTHON ?? join(benchDir, '../.venv-dali/bin/python')
  const rivals = join(benchDir, 'rivals')
  const { status } = spawnSync(python, ['-c', 'import nvidia.dali'], { stdio: 'ignore' })
  if (status === 0)
    return [{ name: 'DALI', cwd: rivals, command: [python, 'rival_dali_video.py', '--job', 'gpu', ...flags] }]
  console.log(`left out: DALI, which ${python} does not have (DALI_PYTHON names another Python)`)
  return []
}

/** Runs the contest and prints a line for each contender. Returns the results by name. */
export async function videosOnGpu({ data, bare, rounds, seconds, threads, batch }) {
  const flags = ['--data', data, '--threads', threads]
  const ours = (name, device) => ({
    name,
    command: [process.execPath, 'contenders/video.mjs', ...flags, '--job', 'gpu', '--batch', batch, '--device', device],
  })
  const contenders = [
    ours('penstock', 'gpu'),
    ours('penstock, threads of the CPU', 'cpu'),
    { name: 'bare loop', command: [bare, 'loop', ...flags] },
    ...dali([...flags, '--batch', batch]),
  ]
  const { results } = await contest(contenders, Number(rounds), Number(seconds))
  for (const [name, theirs] of Object.entries(results)) {
    const ratio = name === 'penstock' ? '' : `, penstock / it ${spread(ratios(results.penstock, theirs))}`
    console.log(`${name}: ${spread(rates(theirs), 0)} frames/s${ratio}`)
  }
  return results
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = (value) => ({ type: 'string', default: value })
  const bare = join(benchDir, '../build/gpu_videos')
  const options = {
    data: text(''),
    bare: text(bare),
    rounds: text('5'),
    seconds: text('3'),
    threads: text('16'),
    batch: text('32'),
  }
  const why = noGpu()
  if (why) console.log(`left out: ${why}`)
  else await videosOnGpu(parseArgs({ options }).values)
}
