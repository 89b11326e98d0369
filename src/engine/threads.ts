// How many threads a pipeline uses and which CPUs they may run on: the environment's variables, checked, and the call
// that starts and pins the pool's threads. On the main thread, before a pipeline's stages start.
import { invalidArgument } from '../errors/factories.js'
import type { PipelineError } from '../errors.js'
import { native, type SystemInfo } from '../native.js'

/** The first that is set wins; DALI's names are aliases. */
export const threadVariables = {
  count: ['PENSTOCK_NUM_THREADS', 'DALI_NUM_THREADS'],
  mask: ['PENSTOCK_AFFINITY_MASK', 'DALI_AFFINITY_MASK'],
} as const

const mostThreads = 1024

function lookUp(names: readonly string[]): { name: string; value: string } | undefined {
  const name = names.find((n) => process.env[n])
  return name === undefined ? undefined : { name, value: process.env[name]! }
}

function fault(expected: string, name: string, value: string, hint?: string): PipelineError {
  return invalidArgument(`Expected ${expected} for ${name} but received '${value}'`, hint)
}

const cpus = () => (JSON.parse(native().info()) as SystemInfo).cpu

/** Threads a pipeline uses unless told otherwise: PENSTOCK_NUM_THREADS, else what the process may use. */
export function defaultThreads(): number {
  const given = lookUp(threadVariables.count)
  if (!given) return cpus().usable
  const n = Number(given.value)
  if (Number.isInteger(n) && n >= 1 && n <= mostThreads) return n
  throw fault(`an integer from 1 to ${mostThreads}`, given.name, given.value)
}

/** "0-3,8" as numbers. */
function expand(list: string): Set<number> {
  const out = new Set<number>()
  for (const part of list.split(',').filter(Boolean)) {
    const [first, last = first] = part.split('-').map(Number)
    for (let i = first!; i <= last!; i++) out.add(i)
  }
  return out
}

/**
 * The CPU ids of PENSTOCK_AFFINITY_MASK, one for each thread in order; empty when it is not set. Throws
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
 * Makes sure that the pool has `numThreads` threads. With `setAffinity` the first of them are pinned to the CPUs of
 * PENSTOCK_AFFINITY_MASK, one each; those left over to the CPUs near GPU `deviceId`, as NVML tells, or where there is
 * none to all that the process may use. The pool is the process's, so the pins hold for every pipeline, until the function
 * is called that this returns.
 */
export function startThreads(numThreads: number, setAffinity: boolean, deviceId: number | null): () => void {
  const addon = native()
  addon.configure(numThreads, null)
  if (!setAffinity) return () => {}
  const pin = addon.pinThreads(numThreads, affinityMask(), deviceId)
  return () => addon.close(pin)
}
