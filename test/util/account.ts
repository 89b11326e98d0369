// Watches, from a thread of its own, how much of its memory budget a pipeline has booked, as its actors see it.
import { Worker } from 'node:worker_threads'
import type { ControlWords } from '../../src/actors/control/control-words.js'
import { controlAt } from '../../src/actors/control/layout.js'
import type { AnyPipeline } from './collect.js'

/** The control words that all threads of a built pipeline share. */
export function wordsOf(pipe: AnyPipeline): ControlWords {
  return (pipe as unknown as { engine: { supervisor: { words: ControlWords } } }).engine.supervisor.words
}

const watcher = `
const { workerData: { block, at, result } } = require('node:worker_threads')
const account = new BigInt64Array(block, at, 1)
const state = new Int32Array(result, 8, 1)
const peak = new BigInt64Array(result, 0, 1)
let most = 0n
do {
  const now = Atomics.load(account, 0)
  if (now > most) Atomics.store(peak, 0, (most = now))
  Atomics.wait(state, 0, 0, 0.02)
} while (Atomics.load(state, 0) === 0)
`

/** Reads the account continuously. stop() returns the most bytes that were booked. */
export function watchAccount(pipe: AnyPipeline): { stop(): Promise<number> } {
  const result = new SharedArrayBuffer(16)
  const worker = new Worker(watcher, {
    eval: true,
    workerData: { block: wordsOf(pipe).buffer, at: controlAt.hostAccount, result },
  })
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  return {
    async stop() {
      Atomics.store(new Int32Array(result), 2, 1)
      Atomics.notify(new Int32Array(result), 2)
      await ended
      return Number(new BigInt64Array(result)[0])
    },
  }
}

export const executors = { dynamic: {}, pipelined: { execDynamic: false }, simple: { execPipelined: false } } as const
