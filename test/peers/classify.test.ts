// examples/frameworks/classify.mjs, as a user runs it, on a real model: EfficientNet-Lite0. What is expected is what Python's
// ONNX Runtime says of the same photos, prepared by Pillow (make_labels.py, test/util/labels.ts).
// @module-tag long
import { execFile } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { tempFolder } from '../util/files.js'
import { expectLabels } from '../util/labels.js'
import { nodes, peers } from '../util/nodes.js'
import { copiedExamples, hasModel, hasPeer } from '../util/peer-examples.js'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const ready = hasPeer('onnxruntime-node') && hasPeer('pureimage') && hasModel()
const run = promisify(execFile)

test.skipIf(!ready).each(nodes)('%s: the labels are those of the reference', { timeout: 60_000 }, async (_, node) => {
  const photos = `${tempFolder()}/photos`
  cpSync(path('../../data/photos'), photos, { recursive: true })
  writeFileSync(`${photos}/space/text.jpg`, 'this is not an image')
  const sheet = `${tempFolder()}/labels.png`
  const args = [`${copiedExamples()}/classify.mjs`, photos, sheet]
  const { stdout, stderr } = await run(node, args, { cwd: peers, timeout: 50_000 })
  expect(stderr).toBe('')
  expectLabels(stdout)
  expect(stdout).toMatch(/^left out: .*text\.jpg: Expected an image of a known format but received text/m)
  expect(stdout).toMatch(/^24 photos, 0 bytes copied on the way to the model$/m)
  // 24 cells in 6 columns. In the first, the cat is to be seen, and white text below it.
  const { width, height, data } = PNG.sync.read(readFileSync(sheet))
  expect([width, height]).toEqual([6 * 232 + 8, 4 * (224 + 6 * 16 + 16) + 8])
  const lit = (top: number, bottom: number, least: number) => {
    let count = 0
    for (let y = top; y < bottom; y++) for (let x = 8; x < 232; x++) if (data[(y * width + x) * 4]! >= least) count++
    return count
  }
  expect(lit(8, 232, 128)).toBeGreaterThan(10_000)
  expect(lit(236, 330, 250)).toBeGreaterThan(300)
})

test.skipIf(!ready)('without the model, the example says how to make it', async () => {
  const folder = copiedExamples()
  const failed = await run(process.execPath, [`${folder}/classify.mjs`], { cwd: folder }).catch((error) => error)
  expect(failed.code).toBe(1)
  expect(failed.stderr).toBe(`There is no efficientnet-lite0/model.onnx. Make it: sh ${folder}/setup.sh\n`)
})
