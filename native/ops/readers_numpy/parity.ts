// Cases of readers.numpy for `npm run parity`: the first batch of an epoch over files that are made here.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as nd from 'penstock-data/dynamic'
import { npy, toFortran } from '../../../test/readers/npy.js'
import { parity } from '../../../tools/parity/cases.js'
import { temporaryFolder } from '../../../tools/parity/folder.js'
import { firstBatch } from '../../../tools/parity/penstock.js'

const folder = temporaryFolder()

const dtypes = { '|b1': 1, '|i1': 1, '|u1': 1, '<i2': 2, '<u2': 2, '<i4': 4, '<u4': 4, '<i8': 8, '<u8': 8, '<f2': 2 }
const shapes = [[24], [7, 9], [5, 6, 3], [3, 4, 5, 2], [2, 1, 5, 3, 2], [0, 4], [33, 70], []]

let files = 0
/** Writes an array, whose bytes are no NaN in any dtype; returns its path. */
function write(descr: keyof typeof dtypes, shape: readonly number[], fortran: boolean): string {
  const size = dtypes[descr]
  const data = Buffer.alloc(shape.reduce((a, b) => a * b, size))
  for (let i = 0; i < data.length; i++) data[i] = descr === '|b1' ? ((i * 5) % 3) & 1 : (i * 7) % 60
  const path = join(folder, `${files++}.npy`)
  writeFileSync(path, npy({ descr, shape, fortran, data: fortran ? toFortran(data, shape, size) : data }))
  return path
}

export default parity({
  tolerance: 0,
  ours: firstBatch((args) => nd.readers.numpy(args)),
  case: (d) => {
    const descr = d.pick(Object.keys(dtypes) as (keyof typeof dtypes)[])
    const shape = d.pick(shapes)
    const names = Array.from({ length: d.int(1, 3) }, () => write(descr, shape, d.bool()))
    const axes = d.maybe(() => d.some([...shape.keys()], d.int(1, Math.max(1, shape.length))))
    const chosen = axes ?? [...shape.keys()]
    const each = <T>(value: (n: number) => T) => chosen.map((axis) => value(shape[axis]!))
    const start = d.pick(['none', 'roiStart', 'relRoiStart'])
    const end = d.pick(['none', 'roiEnd', 'relRoiEnd', 'roiShape', 'relRoiShape'])
    const fraction = () => Math.fround(d.float(0, 0.5))
    const window: Record<string, unknown> = !shape.length
      ? {}
      : {
          ...(axes && { roiAxes: axes }),
          ...(start !== 'none' && { [start]: each((n) => (start === 'roiStart' ? d.int(-1, n >> 1) : fraction())) }),
          ...(end !== 'none' && { [end]: each((n) => (/^rel/.test(end) ? fraction() + 0.5 : d.int(n >> 1, n + 1))) }),
          ...((start !== 'none' || end !== 'none') && {
            outOfBoundsPolicy: d.maybe(() => d.pick(['error', 'pad', 'trim_to_shape'])),
            fillValue: d.maybe(() => d.pick([0, 1, 2.5, -3.5])),
          }),
        }
    return {
      inputs: [],
      batchSize: names.length,
      args: { files: names, dontUseMmap: d.maybe(() => d.bool()), ...window },
    }
  },
})
