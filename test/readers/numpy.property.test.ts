// readers.numpy over random arrays and windows: the elements against a model of windows, and what holds for every reader.
// @module-tag property
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { fn } from 'penstock-data'
import { expect, it } from 'vitest'
import { tempFolder } from '../util/files.js'
import { check } from '../util/soak.js'
import { eachOnce, goesOn, type ReadSet, refusesChanged } from './containers.js'
import { npy, read, toFortran } from './npy.js'

const folder = tempFolder()

it('gives what a model of windows gives', async () => {
  const files = [0, 1].map((i) => join(folder, `${i}.npy`))
  const dtypes = { '|u1': 1, '<i2': 2, '<f4': 4, '<f8': 8 }
  const shape = fc.array(
    fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 9 }) }, fc.integer({ min: 0, max: 90 })),
    {
      maxLength: 4,
    },
  )
  const drawn = shape.chain((shape) =>
    fc.record({
      shape: fc.constant(shape),
      start: fc.tuple(...shape.map((n) => fc.integer({ min: -2, max: n + 2 }))),
      size: fc.tuple(...shape.map((n) => fc.integer({ min: 0, max: n + 3 }))),
      descr: fc.constantFrom(...(Object.keys(dtypes) as (keyof typeof dtypes)[])),
      policy: fc.constantFrom('pad' as const, 'trim_to_shape' as const),
      whole: fc.integer({ min: 0, max: 3 }),
    }),
  )
  const property = fc.asyncProperty(drawn, async ({ shape, start, size, descr, policy, whole }) => {
    const width = dtypes[descr]
    const data = Buffer.alloc(shape.reduce((a, b) => a * b, width))
    for (let i = 0; i < data.length; i++) data[i] = (i * 31 + (i >> 8)) % 251
    const all = whole === 0
    const begin = all ? shape.map(() => 0) : start
    const end = shape.map((n, d) => (all ? n : begin[d]! + size[d]!))
    const trim = policy === 'trim_to_shape'
    const clamp = (v: number, n: number) => (trim ? Math.min(n, Math.max(0, v)) : v)
    const from = shape.map((n, d) => clamp(begin[d]!, n))
    const out = shape.map((n, d) => clamp(end[d]!, n) - from[d]!)
    const expected = Buffer.alloc(out.reduce((a, b) => a * b, width))
    for (let i = 0; i < expected.length / width; i++) {
      let rest = i
      let at = 0
      let step = 1
      let inside = true
      for (let d = shape.length - 1; d >= 0; d--) {
        const c = from[d]! + (rest % out[d]!)
        inside &&= c >= 0 && c < shape[d]!
        at += c * step
        rest = Math.floor(rest / out[d]!)
        step *= shape[d]!
      }
      if (inside) data.copy(expected, i * width, at * width, (at + 1) * width)
    }
    const window = all || !shape.length ? {} : { roiStart: begin, roiShape: size }
    writeFileSync(files[0]!, npy({ descr, shape, data }))
    writeFileSync(files[1]!, npy({ descr, shape, fortran: true, data: toFortran(data, shape, width) }))
    for (const dontUseMmap of [false, true]) {
      const samples = await read({ files, outOfBoundsPolicy: policy, dontUseMmap, ...window })
      for (const sample of samples) expect(sample.slice(1)).toEqual([out, expected.toString('base64')])
      expect(samples).toHaveLength(2)
    }
  })
  await check(150, 5, property, 6)
})

// Tiles, rows with little between them, and arrays that are moved where they lie in the mapping.
it.each([
  [[33, 70], '<f4'],
  [[16, 17, 5], '<f4'],
  [[100, 3, 40], '<f8'],
  [[37, 21, 5], '<i2'],
  [[70, 70], '|u1'],
  [[3, 50, 60], '<f4'],
  [[600, 700], '<f4'],
] as const)('an array of %j of %s comes out of Fortran order', async (shape, descr) => {
  const size = Number(descr[2])
  const data = Buffer.alloc(shape.reduce((a, b) => a * b, size))
  for (let i = 0; i < data.length; i++) data[i] = (i * 31 + (i >> 8)) % 251
  const path = join(folder, 'fortran.npy')
  writeFileSync(path, npy({ descr, shape, fortran: true, data: toFortran(data, shape, size) }))
  for (const dontUseMmap of [false, true]) {
    const [sample] = await read({ files: [path], dontUseMmap })
    expect(sample![1]).toEqual(shape)
    expect(sample![2] === data.toString('base64')).toBe(true)
  }
})

const readSet: ReadSet = (size, options, shift) => {
  const each = join(folder, 'each')
  rmSync(each, { recursive: true, force: true })
  mkdirSync(each)
  for (let i = 0; i < size; i++) {
    writeFileSync(
      join(each, `${String(i + shift).padStart(3, '0')}.npy`),
      npy({ descr: '|u1', shape: [i * 3, 2], fortran: i % 2 > 0, data: Buffer.alloc(i * 6, i) }),
    )
  }
  return fn.readers.numpy({ fileRoot: each, ...options })
}
it('gives each sample once', () => eachOnce(readSet))
it('goes on after a checkpoint with the same bytes', () => goesOn(readSet))
it('refuses a checkpoint of other data', () => refusesChanged(readSet))
