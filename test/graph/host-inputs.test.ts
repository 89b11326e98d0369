// op.json says `host` of the inputs whose bytes setup() reads; the flags of the C++ operators say the same.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loadSchemas } from '../../tools/schemas/op-json.js'

const folder = fileURLToPath(new URL('../../native/ops/', import.meta.url))

test('inputs that setup() reads must be in host memory', () => {
  let seen = 0
  for (const { symbol, native, inputs, devices } of loadSchemas(folder)) {
    const source = native ? readFileSync(`${folder}${symbol}/${symbol}_cpu.cc`, 'utf8') : ''
    const flags = /PENSTOCK_CPU_OP\([^;]*?(k\w+(?:\s*\|\s*k\w+)*)\)\s*$/m.exec(source)?.[1]
    // On the CPU alone all inputs are there.
    if (!flags || !devices.some((device) => device !== 'cpu')) continue
    seen++
    const first = flags.includes('kReadsInput')
    const others = first || flags.includes('kReadsOthers')
    const wanted = inputs.map((_, i) => (i ? others : first))
    expect([symbol, inputs.map((port) => port.host === true)]).toEqual([symbol, wanted])
  }
  expect(seen).toBeGreaterThan(10)
})
