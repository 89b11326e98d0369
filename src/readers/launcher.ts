// `shard: 'auto'`: finds this process's rank and the number of processes in the environment variables that its launcher
// has set. Launchers nest (torchrun or mpirun inside a Slurm job); the innermost one started this process, so its
// variables are read first.
import { fail, forReader } from './args.js'

export interface LauncherShard {
  shardId: number
  numShards: number
  /** The launcher that set the variables; undefined if no launcher started this process. */
  launcher?: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** The variables of rank and world size of each launcher, innermost launcher first. */
const launchers = [
  { launcher: 'torchrun', rank: 'RANK', size: 'WORLD_SIZE' },
  { launcher: 'Open MPI', rank: 'OMPI_COMM_WORLD_RANK', size: 'OMPI_COMM_WORLD_SIZE' },
  { launcher: 'MPICH', rank: 'PMI_RANK', size: 'PMI_SIZE' },
  { launcher: 'Slurm', rank: 'SLURM_PROCID', size: 'SLURM_NTASKS' },
  // An indexed Job numbers its pods. How many there are, its manifest must say.
  { launcher: 'Kubernetes', rank: 'JOB_COMPLETION_INDEX', size: 'JOB_COMPLETIONS' },
] as const

/**
 * The shard of this process: that of its launcher, 0 of 1 without one, or a part of that for a worker of PyTorch's DataLoader.
 * Throws INVALID_ARGUMENT if the variables do not hold a rank and a world size.
 */
export function launcherShard(env: Environment = process.env): LauncherShard {
  const shard = rankOf(env)
  // "1/2", from penstock.torch.Loader: the second of two workers.
  const [, place, workers] = /^(\d+)\/(\d+)$/.exec(env.PENSTOCK_WORKER ?? '') ?? []
  if (place === undefined) return shard
  const count = Number(workers)
  return { ...shard, shardId: shard.shardId * count + Number(place), numShards: shard.numShards * count }
}

function rankOf(env: Environment): LauncherShard {
  // A variable that is set but empty counts as not set.
  const found = launchers.find(({ rank, size }) => env[rank] || env[size])
  if (!found) return { shardId: 0, numShards: 1 }
  const { launcher, rank, size } = found
  for (const [missing, given] of [
    [rank, size],
    [size, rank],
  ] as const) {
    if (env[missing]) continue
    fail(
      'INVALID_ARGUMENT',
      `Expected ${missing} along with ${given} for shard 'auto' but received ${given}='${env[given]}' alone`,
      launcher === 'Kubernetes' && missing === size
        ? "Give the container the Job's spec.completions in its env as JOB_COMPLETIONS, or give shardId and numShards"
        : `${launcher} sets both for each process that it starts: start this one with it, or give shardId and numShards`,
    )
  }
  const numShards = variable(env, size, 1, launcher)
  const shardId = variable(env, rank, 0, launcher)
  if (shardId < numShards) return { shardId, numShards, launcher }
  fail(
    'INVALID_ARGUMENT',
    `Expected ${rank} below ${size} for shard 'auto' but received ${rank}='${env[rank]}' and ${size}='${env[size]}'`,
    'Ranks count from 0; the two variables come from different launches, perhaps',
  )
}

function variable(env: Environment, name: string, min: number, launcher: string): number {
  const text = env[name]!
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value < 2 ** 31) return value
  fail(
    'INVALID_ARGUMENT',
    `Expected an integer of at least ${min} in ${name} for shard 'auto' but received '${text}'`,
    `${launcher} sets it; or give shardId and numShards`,
  )
}

/** The arguments of the reader `op` with `shard: 'auto'` replaced by the shardId and numShards that it stands for. */
export function resolveShard<Args extends Readonly<Record<string, unknown>>>(
  op: string,
  args: Args,
  env?: Environment,
): Args {
  if (args.shard !== 'auto') return args
  const { shard: _, ...rest } = args
  const { shardId, numShards } = forReader(op, () => launcherShard(env))
  return { ...rest, shardId, numShards } as unknown as Args
}
