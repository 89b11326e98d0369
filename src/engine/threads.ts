// Chooses how many threads a pipeline uses and on which CPUs they may run: reads and checks the environment's
// variables, and starts and pins the pool's threads. Runs on the main thread before a pipeline's stages start.
import { invalidArgument } from '../errors/factories.js'
import type { PipelineError } from '../errors.js'
import { native, type SystemInfo } from '../native.js'

/** Names of environment variables. The first one that is set is used; DALI's names are aliases. */
export const threadVariables = {
  count: ['PENSTOCK_NUM_THREADS', 'DALI_NUM_THREADS'],
  mask: ['PENSTOCK_AFFINITY_MASK', 'DALI_AFFINITY_MASK'],
} as const

const maxThreads = 1024

function lookUp(names: readonly string[]): { name: string; value: string } | undefined {
  const name = names.find((n) => process.env[n])
  return name === undefined ? undefined : { name, value: process.env[name]! }
}

function fault(expected: string, name: string, value: string, hint?: string): PipelineError {
  return invalidArgument(`Expected ${expected} for ${name} but received '${value}'`, hint)
}

const cpus = () => (JSON.parse(native().info()) as SystemInfo).cpu

/**
 * Returns the default number of threads: PENSTOCK_NUM_THREADS, or else the number of CPUs that the process may use.
 */
export function defaultThreads(): number {
  const given = lookUp(threadVariables.count)
  if (!given) return cpus().usable
  const n = Number(given.value)
  if (Number.isInteger(n) && n >= 1 && n <= maxThreads) return n
  throw fault(`an integer from 1 to ${maxThreads}`, given.name, given.value)
}

/** Converts a list such as "0-3,8" to numbers. */
function expand(list: string): Set<number> {
  const out = new Set<number>()
  for (const part of list.split(',').filter(Boolean)) {
    const [first, last = first] = part.split('-').map(Number)
    for (let i = first!; i <= last!; i++) out.add(i)
  }
  return out
}

/**
 * Returns the CPU ids of PENSTOCK_AFFINITY_MASK, one for each thread in order; empty when it is not set. Throws
 * INVALID_ARGUMENT for anything but a list of CPUs that this process may use.
 */
export function affinityMask(): Int32Array {
  const given = lookUp(threadVariables.mask)
  if (!given) return new Int32Array()
  const { name, value } = given
  const items = value.split(',').map((item) => item.trim())
  if (!items.every((item) => /^\d{1,6}$/.test(item))) {
    throw fault('CPU ids separated by commas', name, value, 'For example: 0,2,4,6')
  }
  const { allowed } = cpus()
  const known = expand(allowed)
  const stranger = items.find((item) => !known.has(Number(item)))
  if (stranger !== undefined) {
    throw fault(`CPUs that this process may use (${allowed})`, name, value, `CPU ${Number(stranger)} is not among them`)
  }
  return Int32Array.from(items, Number)
}

/**
 * Makes sure that the pool has `numThreads` threads. With `setAffinity` it pins them: the first ones to the CPUs of
 * PENSTOCK_AFFINITY_MASK, one each; the others to the CPUs that NVML reports as near GPU `deviceId`, or without a GPU
 * to all that the process may use. The process has one pool, so the pins hold for every pipeline. Returns a function
 * that unpins the threads.
 */
export function startThreads(numThreads: number, setAffinity: boolean, deviceId: number | null): () => void {
  const addon = native()
  addon.configure({ poolThreads: numThreads })
  if (!setAffinity) return () => {}
  const pin = addon.pinThreads(numThreads, affinityMask(), deviceId)
  return () => addon.close(pin)
}
