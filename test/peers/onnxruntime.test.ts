// onnxruntime-node and onnxruntime-web take outputs as they are, with each Node.js that tools/install/peers.sh has installed: on Node 20
// onnxruntime-node refuses arrays over shared memory.
// @module-tag long
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { nodes, peers } from '../util/nodes.js'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const installed = existsSync(`${peers}/node_modules/onnxruntime-node`)
if (!installed) console.log('skipped: onnxruntime-node is not installed; `sh tools/install/peers.sh` does that')

test.skipIf(!installed).each(nodes)('%s: no byte is copied', { timeout: 60_000 }, async (_, node) => {
  const args = [path('onnxruntime.mjs'), peers, path('../../dist')]
  const { stdout } = await promisify(execFile)(node, args, { timeout: 50_000 })
  expect(JSON.parse(stdout)).toMatchObject({
    good: 20,
    arrayBuffers: 20,
    copiedBytes: 0,
    imperative: true,
    toOrt: true,
    web: true,
  })
})
