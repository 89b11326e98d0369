// examples/frameworks/train-tfjs.mjs, as a user runs it: a residual network learns from the bundled photos, whose batches
// TensorFlow.js has without a copy, and hardly waits for them. So does the smaller network of the tutorial.
// @module-tag long
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { makeProject, type Page, pageAt, printed, steady } from '../../tools/docs/shown.js'
import { peers } from '../util/nodes.js'
import { copiedExamples, hasPeer } from '../util/peer-examples.js'

const ready = hasPeer('@tensorflow/tfjs-layers') && hasPeer('@tensorflow/tfjs-backend-cpu')
const photos = fileURLToPath(new URL('../../data/photos', import.meta.url))

test.skipIf(!ready)('the loss falls, and no byte is copied', { timeout: 120_000 }, async () => {
  const args = [`${copiedExamples()}/train-tfjs.mjs`, photos, '4']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: peers, timeout: 110_000 })
  const losses = [...stdout.matchAll(/^epoch \d: loss ([\d.]+)$/gm)].map(([, loss]) => Number(loss))
  expect(losses).toHaveLength(4)
  // Four classes: a network that knows nothing has a loss of ln 4.
  expect(losses[0]).toBeLessThan(1.6)
  expect(losses[3]).toBeLessThan(0.8 * losses[0]!)
  expect(stdout).toMatch(/^animals, objects, people, space: \d+ parameters, backend cpu$/m)
  expect(stdout).toMatch(/^0 bytes copied, \d+ tensors kept$/m)
  const [, step, wait] = /^a step takes (\d+) ms and waits ([\d.]+) ms for its data \([\d.]+ %\)$/m.exec(stdout)!
  expect(Number(wait)).toBeLessThan(Number(step))
})

test.skipIf(!ready)('the program of the tutorial prints what its page shows', { timeout: 120_000 }, async () => {
  const page = pageAt(fileURLToPath(new URL('../../docs/start/tutorial/3-train.md', import.meta.url)))
  const [{ commands, output }] = page.runs as [Page['runs'][number]]
  // A folder in which Node.js finds the libraries.
  const project = makeProject(mkdtempSync(join(peers, 'tutorial-')))
  try {
    const real = await printed(project, commands)
    expect(steady(real)).toEqual(steady(output))
    const losses = [...real.matchAll(/loss ([\d.]+)$/gm)].map(([, loss]) => Number(loss))
    expect(losses.at(-1)).toBeLessThan(0.8 * losses[0]!)
  } finally {
    rmSync(project, { recursive: true })
  }
})
