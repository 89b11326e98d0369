// What one consumer may take of a server, so that none of them starves the others: the options of `pipe.serve(path)`,
// their checks and defaults.
import { readFileSync } from 'node:fs'
import { invalidArgument } from '../errors/factories.js'
import { shown, suggestion } from '../errors/words.js'

export interface PipelineServerOptions {
  /**
   * Consumers at once. One more takes the place of the oldest that takes part in no epoch and holds no batch; where there
   * is none, it is refused. Default: 64, or a quarter of the files that the process may open.
   */
  maxConsumers?: number | undefined
  /**
   * Batches that one consumer may hold, with the one that is handed over ahead. A consumer that asks for more gets
   * BUDGET_EXCEEDED and no further batch; what it holds stays valid. Default: 256, or a sixth of the files that the process
   * may open, because memory that other processes map takes a descriptor.
   */
  maxHeld?: number | undefined
  /** Requests of one consumer that are answered before the others have their turn. Default: 64. */
  maxRequests?: number | undefined
  /** Bytes that wait for one consumer. One that leaves more unread gets STALLED and is cut off. Default: 16 MiB. */
  maxUnread?: number | undefined
}

export type ServerLimits = { readonly [Name in keyof PipelineServerOptions]-?: number }

const least: ServerLimits = { maxConsumers: 1, maxHeld: 2, maxRequests: 1, maxUnread: 2 ** 16 }
const names = Object.keys(least) as (keyof ServerLimits)[]

/** Number of files that this process may open. */
function openFiles(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1]
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Checks the options and fills defaults in. Throws INVALID_ARGUMENT. */
export function limitsOf(options: PipelineServerOptions = {}, files = openFiles()): ServerLimits {
  const unknown = Object.keys(options).find((name) => !(names as string[]).includes(name))
  if (unknown !== undefined) {
    const message = `Expected the options ${names.join(', ')} of serve() but received '${unknown}'`
    throw invalidArgument(message, suggestion(unknown, names))
  }
  const defaults: ServerLimits = {
    maxConsumers: Math.max(4, Math.min(64, Math.floor(files / 4))),
    maxHeld: Math.max(4, Math.min(256, Math.floor(files / 6))),
    maxRequests: 64,
    maxUnread: 16 * 2 ** 20,
  }
  const value = (name: keyof ServerLimits): number => {
    const given = options[name] ?? defaults[name]
    if (Number.isSafeInteger(given) && given >= least[name]) return given
    throw invalidArgument(`Expected a whole number from ${least[name]} on for ${name} but received ${shown(given)}`)
  }
  return {
    maxConsumers: value('maxConsumers'),
    maxHeld: value('maxHeld'),
    maxRequests: value('maxRequests'),
    maxUnread: value('maxUnread'),
  }
}

/** For a server of the one process that has started it: what it holds is that process's own affair. */
export const privateLimits = (): ServerLimits => limitsOf({ maxHeld: Number.MAX_SAFE_INTEGER })
