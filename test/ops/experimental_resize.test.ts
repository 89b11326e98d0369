// experimental.resize against reference outputs (see test/golden/make_experimental_resize.py), and against resize, whose bytes it
// gives.
import { fn } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { refusedTest } from '../util/refused.js'
import { runOn } from '../util/run-on.js'

goldenTest('experimental_resize')

const image = { data: Uint8Array.from({ length: 189 }, (_, i) => (i * 37) % 256), shape: [7, 9, 3], layout: 'HWC' }

test.each<{ size?: number[]; resizeShorter?: number; interpType?: 'lanczos3'; antialias?: boolean }>([
  { size: [4, 15], interpType: 'lanczos3' },
  { resizeShorter: 12, antialias: false },
])('%j gives what resize gives', async (args) => {
  expect(await runOn([image], (x) => fn.experimental.resize(x!, { ...args, saveAttrs: false }))).toEqual(
    await runOn([image], (x) => fn.resize(x!, { ...args, saveAttrs: false })),
  )
})

refusedTest([
  ['no size', () => nd.experimental.resize(nd.tensor(image), {}), 'INVALID_ARGUMENT', /size/],
  [
    'a size in two ways',
    () => nd.experimental.resize(nd.tensor(image), { size: [2, 2], resizeShorter: 3 }),
    'INVALID_ARGUMENT',
    /one way/,
  ],
])
