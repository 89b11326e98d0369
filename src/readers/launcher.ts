// `shard: 'auto'`: this process's rank and the number of processes, from the variables that its launcher set. Launchers
// nest (torchrun or mpirun inside a Slurm job); the innermost one started the process, so it is asked first.
import { fail, forReader } from './args.js'

export interface LauncherShard {
  shardId: number
  numShards: number
  /** Who said so; undefined when no launcher started this process. */
  launcher?: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** Rank and world size by launcher, innermost first. */
const launchers = [
  { launcher: 'torchrun', rank: 'RANK', size: 'WORLD_SIZE' },
  { launcher: 'Open MPI', rank: 'OMPI_COMM_WORLD_RANK', size: 'OMPI_COMM_WORLD_SIZE' },
  { launcher: 'MPICH', rank: 'PMI_RANK', size: 'PMI_SIZE' },
  { launcher: 'Slurm', rank: 'SLURM_PROCID', size: 'SLURM_NTASKS' },
] as const

/** Shard 0 of 1 without a launcher. Throws INVALID_ARGUMENT where the variables are not a rank and a world size. */
export function launcherShard(env: Environment = process.env): LauncherShard {
  // Set but empty counts as not set.
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
      `${launcher} sets both for each process that it starts: start this one with it, or give shardId and numShards`,
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
