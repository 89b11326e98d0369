// The hardware engines write at once, whatever is queued on the stream they are given. Here the stage behind the decoder is
// far behind with its work, and slots and blocks are used again all the time: no batch may be written while it is still
// read. And to see that the test would tell: without the fence batches are.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { gpu, inRoot, photos, progressive, skip } from './lib/gpu.mjs'

const [batches, busy] = gpu.emulated ? [24, 60] : [200, 100]
/** Means of two decoders differ by less; of two photos, by more. */
const alike = 6

const baseline = readdirSync(photos, { recursive: true })
  .map(String)
  .filter((f) => f.endsWith('.jpg') && !progressive.includes(f))
  .sort()
/** As many as a batch needs to be of several photos. */
const sets = { baseline, progressive }

async function run(options, env, mayDie = false) {
  const child = spawn(process.execPath, [inRoot('test/gpu/lib/hazard-run.mjs'), JSON.stringify(options)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = []
  for await (const line of createInterface({ input: child.stdout })) lines.push(JSON.parse(line))
  const code = child.exitCode ?? (await new Promise((resolve) => child.on('close', resolve)))
  // Memory that is given back while it is written is another thing that a fence is for.
  if (mayDie) return lines
  assert.equal(code, 0, child.signalCode ?? undefined)
  assert.equal(lines.length, options.batches)
  return lines
}

/** How many batches are not what they were in the other run. */
const corrupted = (a, b) =>
  a.filter(
    (batch, i) => !b[i] || batch.some((means, s) => means.some((m, cell) => !(Math.abs(m - b[i][s][cell]) <= alike))),
  ).length

for (const [name, files] of Object.entries(sets)) {
  test(`slots are not written while a stream that is ${busy} ms late reads them: ${name}`, {
    skip,
    timeout: 400_000,
  }, async (t) => {
    const options = { files, batches }
    const expected = await run(options, {})
    const late = await run(options, { PENSTOCK_TEST_BUSY_MS: `${busy}` })
    assert.equal(corrupted(expected, late), 0)
    t.diagnostic(`${batches} batches, none corrupted`)
  })
}

test('without the fence they are written', { skip, timeout: 400_000 }, async (t) => {
  // On the engines as far as they take the files: their writes wait for nothing.
  const options = { files: baseline, batches: 24, decodeWith: 'engines' }
  const expected = await run(options, {})
  let n = 0
  // How late the readers must be depends on the GPU.
  for (let late = busy; n === 0 && late <= 16 * busy; late *= 4) {
    const broken = await run(options, { PENSTOCK_TEST_BUSY_MS: `${late}`, PENSTOCK_TEST_NO_FENCE: '1' }, true)
    n = corrupted(expected, broken)
    t.diagnostic(`${n} of 24 batches corrupted or never made, with readers that are ${late} ms late`)
  }
  assert.ok(n > 0)
})

test('memory is given back while the engines read the files', { skip, timeout: 400_000 }, async (t) => {
  // Long epochs: the reader is ahead, and its slots wait or are being decoded.
  const options = { files: Array.from({ length: 20 }, () => baseline).flat(), batches, decodeWith: 'engines' }
  const expected = await run(options, {})
  assert.equal(corrupted(expected, await run({ ...options, trim: true }, {})), 0)
  t.diagnostic(`${batches} batches, none corrupted`)
})
