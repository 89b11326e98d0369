// Defines a pipeline whose batches cost a set time and hardly any work: a function sleeps for each, so that any number
// of pipelines run at their full rate on any number of cores. A batch is 16 samples of 1 KB; an epoch reads the files
// `epochs` times.
import { fn, pipelineDef } from 'penstock-data'

export default pipelineDef({ batchSize: 16, numThreads: 1 }, (files, epochs) => {
  const all = Array.from({ length: epochs }, () => files).flat()
  const [bytes] = fn.readers.file({ files: all, shard: 'auto', name: 'files' })
  return { values: fn.jsFunction(bytes, { module: './sleep.mjs' }) }
})
