// TensorFlow.js on its CPU backend takes outputs as they are, with each Node.js that tools/install/peers.sh has installed.
// @module-tag long
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { nodes, peers } from '../util/nodes.js'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const installed = existsSync(`${peers}/node_modules/@tensorflow/tfjs-backend-cpu`)
if (!installed) console.log('skipped: TensorFlow.js is not installed; `sh tools/install/peers.sh` does that')

test.skipIf(!installed).each(nodes)('%s: no byte of float32, int32 and bool is copied', async (_, node) => {
  const args = [path('tfjs.mjs'), peers, path('../../dist')]
  const { stdout } = await promisify(execFile)(node, args, { cwd: peers, timeout: 50_000 })
  expect(JSON.parse(stdout)).toEqual({
    noBackend: "UNSUPPORTED npm install @tensorflow/tfjs-backend-cpu, and import '@tensorflow/tfjs-backend-cpu'",
    batch: [true, 'float32', [4, 3, 50], true],
    sample: [[3, 50], true],
    computed: true,
    afterDispose: true,
    copiedBytes: 0,
    dtypes: {
      float32: ['float32', [1, 3], [1, 0, 3], true],
      int32: ['int32', [1, 3], [1, 0, 3], true],
      bool: ['bool', [1, 3], [1, 0, 1], true],
      uint8: ['int32', [1, 3], [1, 0, 3], false],
      int8: ['int32', [1, 3], [1, 0, 3], false],
      uint16: ['int32', [1, 3], [1, 0, 3], false],
      int16: ['int32', [1, 3], [1, 0, 3], false],
    },
  })
})
