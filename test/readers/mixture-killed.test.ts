// @module-tag long
// A mixture in processes that are killed, fifty times, and go on from their last checkpoint with another number of ranks and another
// batch size each time: the samples that the checkpoints stand for are those of a run that nothing disturbs, in its order.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { fileBytes, tempFolder } from '../util/files.js'
import { range } from './helpers.js'
import { tar } from './tar.js'

const script = fileURLToPath(new URL('killed-mixture.mjs', import.meta.url))
const kills = 50

interface Training {
  folder: string
  /** The file of the checkpoint. */
  state: string
  ranks: number
  batchSize: number
  onEnd: string
  weights: readonly unknown[]
  change?: { at: number; weights: readonly number[] } | undefined
  /** It ends after so many samples. */
  stopAt: number
}

interface State {
  count: number
  /** The sample from which on the weights of `change` hold. */
  from?: number
}

function data(): string {
  const folder = tempFolder()
  const named = (from: number, count: number) =>
    range(count).map((i): [string, Uint8Array] => [`${from + i}.bin`, fileBytes(from + i)])
  writeFileSync(join(folder, 'a.tar'), tar(named(0, 13)))
  writeFileSync(join(folder, 'b.tar'), tar(named(20, 29)))
  mkdirSync(join(folder, 'files'))
  for (const [name, bytes] of named(60, 7)) writeFileSync(join(folder, 'files', name), bytes)
  return folder
}

/** Runs a training, and kills it once so many steps were told of. Returns the samples of each step. */
async function life(training: Training, steps: number): Promise<string[][]> {
  const child = spawn(process.execPath, [script, JSON.stringify(training)], { stdio: ['ignore', 'pipe', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (text) => {
    complaint += text
  })
  const ended = once(child, 'close')
  const seen: string[][] = []
  for await (const line of createInterface({ input: child.stdout })) {
    // A line that is cut off is one of a step that the process did not finish.
    if (line.endsWith(']')) seen.push(JSON.parse(line) as string[])
    if (seen.length >= steps) child.kill('SIGKILL')
  }
  const [code, signal] = (await ended) as [number | null, string | null]
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`it ended by itself: ${complaint}`)
  return seen
}

const stateOf = ({ state }: Training): State =>
  existsSync(state) ? (JSON.parse(readFileSync(state, 'utf8')) as State) : { count: 0 }

it.each([
  ['repeat', { at: 150, weights: [0, 3, 1] }],
  ['stop', undefined],
  ['drop', undefined],
])("with onEnd: '%s'", async (onEnd, change) => {
  const folder = data()
  const common = { folder, onEnd, weights: [4, 2, 1], change, stopAt: Number.MAX_SAFE_INTEGER }
  const training = (ranks: number, batchSize: number): Training => ({
    ...{ ...common, state: join(folder, 'state.json') },
    ...{ ranks, batchSize },
  })
  const kept: string[] = []
  let progress = 0
  for (const kill of range(kills)) {
    const now = training(1 + ((kill * 3) % 5), 1 + ((kill * 5) % 4))
    const before = stateOf(now).count
    const seen = (await life(now, 1 + ((kill * 7) % 6))).flat()
    const { count } = stateOf(now)
    // What came after the last checkpoint is lost, as a training loses it; what came before it was told.
    expect(seen.length).toBeGreaterThanOrEqual(count - before)
    kept.push(...seen.slice(0, count - before))
    expect(kept.length).toBe(count)
    if (count > before) progress++
  }
  expect(progress).toBeGreaterThan(kills / 2)
  const { from } = stateOf(training(1, 1))
  expect(from !== undefined).toBe(change !== undefined)
  const rows = change && [
    { from: 0, weights: common.weights },
    { from, weights: change.weights },
  ]
  const whole = { ...common, state: join(folder, 'none.json'), weights: rows ?? common.weights, change: undefined }
  const undisturbed = await life({ ...whole, ranks: 1, batchSize: 1, stopAt: kept.length }, kept.length + 1)
  expect(kept).toEqual(undisturbed.flat())
  expect(new Set(kept.map((sample) => sample.split(' ')[0])).size).toBe(3)
})
