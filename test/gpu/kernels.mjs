// Every kernel once or twice over small tensors, and every way of decoding: a program that is short enough for
// compute-sanitizer (tools/gpu-pack/run.sh sanitize). Results are compared in parity.test.mjs; here nothing is but failure.
// Run: [compute-sanitizer --tool memcheck] node test/gpu/kernels.mjs [PART...] [--from PART] [--list]; see lib/parts.mjs.
import { fn, pipelineDef } from 'penstock-data'
import { gpu, inRoot, seed } from './lib/gpu.mjs'
import { caseOf, names } from './lib/operators.mjs'
import { chosenParts, last } from './lib/parts.mjs'
import { Random } from './lib/random.mjs'
import { run } from './lib/run.mjs'

const count = Number(process.env.PENSTOCK_GPU_CASES ?? 8)

/** Runs cases of one operator together. Some may be too small for their arguments, which is told apart one by one. */
async function kernels(name) {
  const r = new Random(seed)
  const cases = r.list(count, () => caseOf(name, r, 3, true))
  const refused = await run(cases, 0).then(
    () => 0,
    async (error) => {
      const some = await runEach(cases)
      if (!some) throw error
      return some
    },
  )
  if (refused > count / 4)
    throw new Error(`${refused} of ${count} cases of ${name} were refused: the generator is no good`)
  console.log(`${name}: ${count - refused} cases`)
}

/** Runs the cases one by one; returns the number of those that were refused. */
async function runEach(cases) {
  let refused = 0
  for (const one of cases) {
    await run([one], 0).catch((error) => {
      if (error.code !== 'INVALID_INPUT') throw error
      refused++
    })
  }
  return refused
}

const formats = inRoot('data/formats')
const files = ['s420.jpg', 's422.jpg', 's444.jpg', 's440.jpg', 's411.jpg', 'grey.jpg', 'progressive.jpg', 'restart.jpg']
const ways = ['kernels', 'engines', 'cpu']

async function decoding() {
  for (const decodeWith of ways) {
    const pipe = pipelineDef({ batchSize: files.length, numThreads: 2, deviceId: 0, seed: 4 }, () => {
      const [jpegs] = fn.readers.file({ fileRoot: formats, files })
      const window = fn.decoders.imageRandomCrop(jpegs, { device: 'mixed', decodeWith })
      const small = fn.resize(window, { device: 'gpu', size: [24, 24] })
      return fn.cropMirrorNormalize(small, { device: 'gpu', mean: [1, 2, 3], std: [4, 5, 6] }).cpu()
    })()
    for (let i = 0; i < 3; i++) (await pipe.run())[0].release()
    await pipe.close()
    console.log(`decoding, resize and normalise: ${decodeWith}`)
  }
}

const parts = chosenParts(process.argv.slice(2), names)
if (gpu.reason) throw new Error(gpu.reason)
for (const name of parts) await (name === last ? decoding() : kernels(name))
