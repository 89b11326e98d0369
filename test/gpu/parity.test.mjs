// The same case on the CPU and on the GPU, for every operator that runs on both: random shapes (also of one pixel), dtypes,
// layouts and arguments, per sample and for all. PENSTOCK_GPU_SEED chooses others, PENSTOCK_GPU_CASES how many.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare } from './lib/compare.mjs'
import { gpu, seed, skip, sweep } from './lib/gpu.mjs'
import { caseOf, names } from './lib/operators.mjs'
import { Random } from './lib/random.mjs'
import { run } from './lib/run.mjs'

const count = Number(process.env.PENSTOCK_GPU_CASES ?? (gpu.emulated || sweep === 'small' ? 12 : 48))
/** Cases of one pipeline have one batch size. */
const together = 6
const lengths = [5, 1, 2, 3]

const attempt = async (cases, deviceId) => {
  try {
    return { made: await run(cases, deviceId) }
  } catch (error) {
    return { error }
  }
}

/** What both sides make of the cases; where one fails alone, or with another error, that is a fault. */
async function check(cases, t) {
  const cpu = await attempt(cases, null)
  const onGpu = await attempt(cases, 0)
  if (cases.length > 1 && (cpu.error || onGpu.error)) {
    const each = []
    for (const one of cases) each.push(await check([one], t))
    return { worst: Math.max(...each.map((e) => e.worst)), refused: each.reduce((n, e) => n + e.refused, 0) }
  }
  if (cpu.error || onGpu.error) {
    const text = cases[0].text
    assert.equal(
      onGpu.error?.code,
      cpu.error?.code,
      `${text}: ${onGpu.error?.message} on the GPU, ${cpu.error?.message} on the CPU`,
    )
    t.diagnostic(`refused by both: ${text}: ${cpu.error.message.split('\n')[0]}`)
    return { worst: 0, refused: 1 }
  }
  let worst = 0
  for (const [i, one] of cases.entries()) {
    for (const [o, list] of cpu.made[i].entries()) {
      worst = Math.max(worst, compare(list, onGpu.made[i][o], { exact: one.exact, what: one.text }))
    }
  }
  return { worst, refused: 0 }
}

for (const name of names) {
  test(`${name} on both devices`, { skip }, async (t) => {
    // A sequence of its own, whatever other operators there are.
    const r = new Random(seed + [...name].reduce((sum, c) => sum * 31 + c.charCodeAt(0), 0))
    let [worst, refused] = [0, 0]
    for (let i = 0; i < count; i += together) {
      const length = lengths[(i / together) % lengths.length]
      const cases = r.list(Math.min(together, count - i), () => caseOf(name, r, length, sweep === 'small'))
      const found = await check(cases, t)
      worst = Math.max(worst, found.worst)
      refused += found.refused
    }
    t.diagnostic(`${count - refused} cases, largest difference ${worst.toPrecision(2)} of what is allowed`)
    assert.ok(refused <= count / 4, `${refused} of ${count} cases were refused by both: the generator is no good`)
  })
}
