// Threads on chosen cores: the first two of the pool are pinned, as
// PENSTOCK_AFFINITY_MASK says, and the kernel agrees.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fn, pipelineDef, types } from 'penstock-data'

const photos = fileURLToPath(new URL('../data/photos', import.meta.url))
const status = (task) => readFileSync(`/proc/self/task/${task}/status`, 'utf8')
const cpus = (text) => /^Cpus_allowed_list:\t(.*)$/m.exec(text)[1]

// The first and the last CPU that this process may use; usually the variable is
// set outside.
const own = cpus(status(process.pid))
process.env.PENSTOCK_AFFINITY_MASK ??= `${own.match(/^\d+/)},${own.match(/\d+$/)}`

const define = pipelineDef(
  { batchSize: 8, numThreads: 3, setAffinity: true },
  () => {
    const [files] = fn.readers.file({ fileRoot: photos })
    return fn.resize(fn.decoders.image(files, { outputType: types.RGB }), {
      size: [64, 64],
    })
  },
)

const pipe = define()
const [images] = await pipe.run()
images.release()
console.log(
  `PENSTOCK_AFFINITY_MASK=${process.env.PENSTOCK_AFFINITY_MASK}, process: ${own}`,
)
for (const text of readdirSync('/proc/self/task').map(status)) {
  const name = /^Name:\t(penstock\/\d+)$/m.exec(text)
  if (name) console.log(`${name[1]} runs on ${cpus(text)}`)
}
await pipe.close()
