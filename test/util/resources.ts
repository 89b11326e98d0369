// Counts the resources that a pipeline must release: native objects, threads, file descriptors, address space of
// slots, handles of the event loop. It also lists the executors with which all such tests run.
import { readdirSync, readFileSync } from 'node:fs'
import type { PipelineOptions } from 'penstock-data'
import { beforeEach, expect } from 'vitest'
import { native, type SystemInfo } from '../../src/native.js'

export const executors: Readonly<Record<'dynamic' | 'pipelined' | 'simple', PipelineOptions>> = {
  dynamic: {},
  pipelined: { execDynamic: false },
  simple: { execAsync: false },
}
export type Executor = keyof typeof executors
export const executorNames = Object.keys(executors) as Executor[]

export const handles = () => (JSON.parse(native().info()) as SystemInfo).handles
/** How many threads this process has. */
export const threads = (): number => Number(/^Threads:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))![1])

/**
 * The numbers of this process's threads. Linux ends the list at a thread that ends while it is read, so that a list may lack
 * threads that live: it is read until it is twice the same.
 */
function tasks(): string[] {
  const list = () => readdirSync('/proc/self/task')
  for (let [last, now] = [[''], list()]; ; [last, now] = [now, list()]) if (`${last}` === `${now}`) return now
}

/** The threads of this process whose name has the form, in order. */
export const threadsByName = (form: RegExp): string[] =>
  tasks().filter((thread) => {
    try {
      return form.test(readFileSync(`/proc/self/task/${thread}/comm`, 'utf8'))
    } catch {
      return false // It has ended.
    }
  })
/** Threads of stages that wait for another pipeline. */
export const idleThreads = (): string[] => threadsByName(/^penstock idle$/m)
export const descriptors = () => readdirSync('/proc/self/fd').length
/** Bytes of physical memory that this process uses. */
export const resident = () => Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]) * 1024
/** Address space in GiB: a slot reserves 4 GiB of it. */
export const reserved = () =>
  Number(/^VmSize:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 2 ** 20
/** Workers and ports that keep the event loop of this thread alive. */
export const loopHandles = () => process.getActiveResourcesInfo().filter((r) => /Worker|MessagePort/.test(r)).length

/** Collects garbage first: outputs that earlier tests have dropped keep native objects until they are collected. */
beforeEach(async () => {
  for (let [open, still] = [handles(), 0]; open > 0 && still < 3; ) {
    globalThis.gc!()
    await new Promise((resolve) => setImmediate(resolve))
    const now = handles()
    still = now < open ? 0 : still + 1
    open = now
  }
})

export interface Resources {
  threads: number
  descriptors: number
  loopHandles: number
}

/**
 * The resources in use now. Call it after a first pipeline was closed, because threads of the pool and of Node.js stay.
 */
export const resources = (): Resources => ({
  threads: threads(),
  descriptors: descriptors(),
  loopHandles: loopHandles(),
})

/**
 * Expects that all resources are released: native handles at once, those that Node.js frees later within a generous
 * time.
 */
export async function expectReturned(before: Resources, what = 'after close()'): Promise<void> {
  expect(handles(), `native handles ${what}`).toBe(0)
  const wait = { timeout: 10_000, interval: 20 }
  await expect.poll(threads, { ...wait, message: `threads ${what}` }).toBeLessThanOrEqual(before.threads)
  await expect.poll(loopHandles, { ...wait, message: `workers ${what}` }).toBeLessThanOrEqual(before.loopHandles)
  await expect.poll(descriptors, { ...wait, message: `descriptors ${what}` }).toBeLessThan(before.descriptors + 4)
}
