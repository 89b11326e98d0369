// A number that changes from call to call is a value that the program reads: a loop compiles once.
import * as nd from 'penstock-data/dynamic'
import { describe, expect, test } from 'vitest'
import { native } from '../../src/native.js'

const batch = () => {
  const sample = () => ({ data: new Uint8Array(192).fill(100), shape: [8, 8, 3], layout: 'HWC' })
  return nd.batch([sample(), sample()])
}
const base = batch()
/** Numbers that stay constants, and one program for all others. */
const maxPrograms = 9

/** Calls with a number that the loop changes. */
const calls: Record<string, (x: number) => nd.Batch> = {
  'a number': (x) => nd.brightness(base, { brightness: x }),
  'two numbers': (x) => nd.colorTwist(base, { hue: 10 * x, saturation: x }),
  'a number for a list': (x) => nd.gaussianBlur(base, { sigma: x }),
  'a list': (x) => nd.erase(base, { anchor: [x, 1], shape: [2, 2] }),
  'a number that decides the shape': (x) => nd.rotate(base, { angle: 10 * x, fillValue: 0 }),
  'an integer': (x) => nd.pad(base, { axes: [0], shape: [9 + Math.floor(x * 100)] }),
  'arithmetic with a float': (x) => base.mul(x + 0.001) as nd.Batch,
  'arithmetic with an integer': (x) => base.add(Math.floor(x * 1000)) as nd.Batch,
  'two operands': (x) => nd.math.clamp(base, x + 0.001, x + 30.001) as nd.Batch,
}

/** Runs `body`, and returns how many programs were compiled. */
function compiled(body: () => void): number {
  const addon = native() as { programCreate: (...given: unknown[]) => unknown }
  const { programCreate } = addon
  let count = 0
  addon.programCreate = (...given) => {
    count++
    return programCreate(...given)
  }
  try {
    body()
  } finally {
    addon.programCreate = programCreate
  }
  return count
}

describe('a loop that changes', () => {
  test.each(Object.entries(calls))('%s compiles a few programs', (_, call) => {
    const count = compiled(() => {
      for (let i = 0; i < 100; i++) call(1 + i / 100).tensors[0]!.dataSync()
    })
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThanOrEqual(maxPrograms)
  })
})

test('a number out of range is refused at the call, as a constant is', () => {
  for (let i = 0; i < 20; i++) nd.paste(base, { ratio: 1 + i / 20, fillValue: [0] }).dispose()
  expect(() => nd.paste(base, { ratio: 0.5, fillValue: [0] })).toThrow(
    'Expected a number >= 1 for ratio but received 0.5',
  )
})
