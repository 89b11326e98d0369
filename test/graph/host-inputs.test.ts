// op.json says `host` of the inputs whose bytes setup() reads; the flags of the C++ operators say the same.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Schema {
  devices: string[]
  inputs?: { name: string; host?: boolean }[]
}

test('inputs that setup() reads must be in host memory', () => {
  const folder = new URL('../../native/ops/', import.meta.url)
  let seen = 0
  for (const op of readdirSync(folder)) {
    const source = new URL(`${op}/${op}_cpu.cc`, folder)
    if (!existsSync(source)) continue
    const flags = /PENSTOCK_CPU_OP\([^;]*?(k\w+(?:\s*\|\s*k\w+)*)\)\s*$/m.exec(readFileSync(source, 'utf8'))?.[1]
    const { inputs = [], devices } = JSON.parse(readFileSync(new URL(`${op}/op.json`, folder), 'utf8')) as Schema
    // On the CPU alone all inputs are there.
    if (!flags || !devices.some((device) => device !== 'cpu')) continue
    seen++
    const first = flags.includes('kReadsInput')
    const others = first || flags.includes('kReadsOthers')
    const wanted = inputs.map((_, i) => (i ? others : first))
    expect([op, inputs.map((port) => port.host === true)]).toEqual([op, wanted])
  }
  expect(seen).toBeGreaterThan(10)
})
