// shard 'auto': each launcher's environment, which of several counts, and what is refused.
import { fn, pipelineDef } from 'penstock-data'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { launcherShard, resolveShard } from '../../src/readers/launcher.js'
import { failure as rejected } from '../util/collect.js'
import { someFiles } from '../util/files.js'
import { failure } from './helpers.js'

const torchrun = { RANK: '3', WORLD_SIZE: '8' }
const openMpi = { OMPI_COMM_WORLD_RANK: '1', OMPI_COMM_WORLD_SIZE: '4' }
const mpich = { PMI_RANK: '0', PMI_SIZE: '2' }
const slurm = { SLURM_PROCID: '5', SLURM_NTASKS: '6' }
const kubernetes = { JOB_COMPLETION_INDEX: '2', JOB_COMPLETIONS: '3' }

describe('the environment', () => {
  it.each([
    ['torchrun', torchrun, 3, 8],
    ['Open MPI', openMpi, 1, 4],
    ['MPICH', mpich, 0, 2],
    ['Slurm', slurm, 5, 6],
    ['Kubernetes', kubernetes, 2, 3],
  ])('of %s gives its rank and size', (launcher, env, shardId, numShards) => {
    expect(launcherShard(env)).toEqual({ launcher, shardId, numShards })
  })

  it('counts the innermost launcher first', () => {
    const order = [kubernetes, slurm, mpich, openMpi, torchrun]
    const expected = ['Kubernetes', 'Slurm', 'MPICH', 'Open MPI', 'torchrun']
    order.forEach((_, i) => {
      expect(launcherShard(Object.assign({}, ...order.slice(0, i + 1))).launcher).toBe(expected[i])
    })
  })

  it('without a launcher is one shard, and an empty variable is none', () => {
    expect(launcherShard({})).toEqual({ shardId: 0, numShards: 1 })
    expect(launcherShard({ RANK: '', WORLD_SIZE: '', ...slurm }).launcher).toBe('Slurm')
  })

  it("gives a worker of PyTorch's DataLoader a part of its rank's shard", () => {
    const parts = [0, 1].flatMap((rank) =>
      [0, 1, 2].map((worker) => launcherShard({ RANK: `${rank}`, WORLD_SIZE: '2', PENSTOCK_WORKER: `${worker}/3` })),
    )
    expect(parts.map(({ shardId, numShards }) => [shardId, numShards])).toEqual([0, 1, 2, 3, 4, 5].map((i) => [i, 6]))
    expect(launcherShard({ PENSTOCK_WORKER: '1/2' })).toEqual({ shardId: 1, numShards: 2 })
  })

  const bad: [Record<string, string>, RegExp][] = [
    [{ RANK: '1' }, /Expected WORLD_SIZE along with RANK .* received RANK='1' alone/],
    [{ WORLD_SIZE: '2' }, /Expected RANK along with WORLD_SIZE/],
    [{ OMPI_COMM_WORLD_SIZE: '2' }, /Expected OMPI_COMM_WORLD_RANK along with OMPI_COMM_WORLD_SIZE/],
    [{ PMI_RANK: '0' }, /Expected PMI_SIZE along with PMI_RANK/],
    [{ SLURM_NTASKS: '4' }, /Expected SLURM_PROCID along with SLURM_NTASKS/],
    [{ JOB_COMPLETION_INDEX: '1' }, /Expected JOB_COMPLETIONS along with JOB_COMPLETION_INDEX.*spec\.completions/],
    // A broken inner launcher is not passed over for an outer one.
    [{ RANK: '1', ...slurm }, /Expected WORLD_SIZE/],
    [{ RANK: 'x', WORLD_SIZE: '2' }, /integer of at least 0 in RANK .* received 'x'/],
    [{ RANK: '-1', WORLD_SIZE: '2' }, /in RANK .* received '-1'/],
    [{ RANK: '0', WORLD_SIZE: '0' }, /integer of at least 1 in WORLD_SIZE .* received '0'/],
    [{ RANK: '0', WORLD_SIZE: '2.5' }, /in WORLD_SIZE .* received '2.5'/],
    [{ SLURM_PROCID: '0', SLURM_NTASKS: '4(x2)' }, /in SLURM_NTASKS/],
    [{ RANK: '2', WORLD_SIZE: '2' }, /Expected RANK below WORLD_SIZE .* RANK='2' and WORLD_SIZE='2'/],
  ]
  it.each(bad)('%j is refused', (env, words) => {
    expect(failure(() => launcherShard(env), 'INVALID_ARGUMENT').message).toMatch(words)
  })
})

it('only shard is replaced', () => {
  expect(resolveShard('readers.file', { shard: 'auto', fileRoot: '/d' }, slurm)).toEqual({
    fileRoot: '/d',
    shardId: 5,
    numShards: 6,
  })
  const plain = { shardId: 1, numShards: 2 }
  expect(resolveShard('readers.file', plain, slurm)).toBe(plain)
})

describe('a pipeline', () => {
  const data = someFiles(10)
  const make = (reader: object) =>
    pipelineDef({ batchSize: 2, numThreads: 1, seed: 1 }, () => {
      const files = { name: 'r', fileRoot: data.root, files: data.files }
      return fn.readers.file({ ...files, stickToShard: true, ...reader })[1]
    })()
  const environment = (env: Record<string, string>) => {
    for (const name of Object.keys({ ...torchrun, ...openMpi, ...mpich, ...slurm })) vi.stubEnv(name, env[name])
  }
  afterEach(() => vi.unstubAllEnvs())

  it('has the numbers in its plan and its meta data, and reads that shard', async () => {
    environment({ RANK: '1', WORLD_SIZE: '5' })
    await using pipe = make({ shard: 'auto' })
    // The launcher counts where the pipeline is made, not where it runs.
    environment({})
    const stage = pipe.graph().stages.find((s) => s.kind === 'reader')!
    expect(stage).toMatchObject({ reader: { shardId: 1, numShards: 5 } })
    expect('reader' in stage && 'shard' in stage.reader).toBe(false)
    expect(pipe.readerMeta('r')).toMatchObject({ shardId: 1, numberOfShards: 5 })
    const [labels] = await pipe.run()
    expect([...labels!.dataSync()]).toEqual([2, 3])
  })

  it('has one shard without a launcher', async () => {
    environment({})
    await using pipe = make({ shard: 'auto' })
    expect(pipe.readerMeta('r')).toMatchObject({ shardId: 0, numberOfShards: 1, epochSize: 10 })
  })

  it.each([
    [{ shard: 'auto', shardId: 0 }, /Expected shard or shardId but received both/],
    [{ shard: 'auto', numShards: 2 }, /Expected shard or numShards but received both/],
    [{ shard: 'rank' }, /one of 'auto' for shard but received 'rank'/],
    [{ shard: 1 }, /one of 'auto' for shard but received 1/],
  ])('%j is refused', async (reader, words) => {
    environment({})
    expect(await rejected(() => make(reader))).toMatchObject({ code: 'INVALID_ARGUMENT', message: words })
  })

  it('is refused where the environment is not whole', async () => {
    environment({ SLURM_NTASKS: '4' })
    expect(await rejected(() => make({ shard: 'auto' }))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      op: 'readers.file',
      message: /SLURM_PROCID.*shardId and numShards/,
    })
  })
})
