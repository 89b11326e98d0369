// Cases of segmentation.selectMasks for `npm run parity`.
import { type Case, parity, type Samples } from '../../../tools/parity/cases.js'
import { type Draw, dataOf, dtypes } from '../../../tools/parity/draw.js'

const lists = (rows: readonly (readonly number[])[], columns: number): Samples['samples'][number] => ({
  shape: columns ? [rows.length, columns] : [rows.length],
  data: dataOf('int32', rows.flat()),
})

/** Polygons of masks 0, 1 ..., some masks with several. */
function drawCase(d: Draw, samples = d.batch, most = 6): Case {
  const made = d.list(samples, () => {
    const masks = d.int(1, most)
    const vertices = d.int(masks * 3, masks * 8)
    const polygons = d.list(masks + (d.chance(6) ? 2 : 0), () => d.int(0, vertices - 3))
    const rows = polygons.map((start, i) => [i % masks, start, d.int(start + 1, vertices)])
    const ids = d.some(
      Array.from({ length: masks }, (_, i) => i),
      d.int(0, masks),
    )
    return { vertices, rows, ids }
  })
  const columns = d.int(2, 3)
  let next = 0
  return {
    inputs: [
      {
        dtype: 'int32',
        layout: '',
        samples: made.map(({ ids }) =>
          lists(
            ids.map((id) => [id]),
            0,
          ),
        ),
      },
      { dtype: 'int32', layout: '', samples: made.map(({ rows }) => lists(rows, 3)) },
      d.tensor({ dtype: d.pick(dtypes), shape: () => [made[next++]!.vertices, columns], samples }),
    ],
    args: { reindexMasks: d.maybe(() => d.bool()) },
  }
}

export default parity({
  tolerance: 0,
  differs: [
    {
      when: ({ inputs }) =>
        inputs[1]!.samples.some(({ data }) => {
          const masks = [...data].filter((_, i) => i % 3 === 0)
          return new Set(masks).size < masks.length
        }),
      reason: 'DALI keeps the last polygon only of a mask of several; penstock keeps all.',
    },
  ],
  case: (d) => drawCase(d),
  speed: (d) => drawCase(d, 256, 10),
})
