// One process per rank: `shard: 'auto'` reads rank and world size from the
// launcher's environment. Start it with `torchrun --no-python --nproc-per-node
// 3 node shards.mjs`, mpirun or srun; alone, it starts three ranks itself.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { fn, pipelineDef } from 'penstock-data'

const photos = fileURLToPath(new URL('../data/photos', import.meta.url))

const train = pipelineDef({ batchSize: 4, seed: 42 }, () => {
  // shuffleAfterEpoch is the global shuffle: a new random order of all photos
  // in each epoch, the same one in every rank.
  const [jpegs, labels] = fn.readers.file({
    fileRoot: photos,
    name: 'train',
    shard: 'auto',
    shuffleAfterEpoch: true,
  })
  return {
    images: fn.resize(fn.decoders.image(jpegs), { size: [64, 64] }),
    labels,
  }
})

async function rank() {
  const pipe = train()
  const { shardId, numberOfShards, epochSize } = pipe.readerMeta('train')
  const photosOfEpoch = []
  for (let epoch = 1; epoch <= 2; epoch++) {
    const indices = []
    for await (const { images } of pipe) {
      for (let i = 0; i < images.length; i++)
        indices.push(images.sourceInfo(i).index)
    }
    photosOfEpoch.push(indices)
  }
  console.log(
    `rank ${shardId} of ${numberOfShards}: ${photosOfEpoch.map((e) => e.length).join(', then ')} of ${epochSize}`,
  )
  await pipe.close()
  process.send?.(photosOfEpoch)
}

const launched = [
  'RANK',
  'OMPI_COMM_WORLD_RANK',
  'PMI_RANK',
  'SLURM_PROCID',
].some((name) => process.env[name])
if (launched) await rank()
else {
  const ranks = [0, 1, 2].map((r) =>
    fork(import.meta.filename, {
      env: { ...process.env, RANK: `${r}`, WORLD_SIZE: '3' },
    }),
  )
  const results = await Promise.all(
    ranks.map((child) => once(child, 'message').then(([message]) => message)),
  )
  for (const epoch of [0, 1]) {
    const all = results.flatMap((result) => result[epoch])
    console.log(
      `epoch ${epoch + 1}: ${all.length} photos, ${new Set(all).size} different ones`,
    )
  }
}
