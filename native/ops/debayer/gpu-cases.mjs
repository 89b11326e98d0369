// Cases of debayer for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { each, maybe } from '../../../test/gpu/lib/draws.mjs'

/** Mosaics of even height and width. */
export default {
  exact: true,
  samples: (r, b) => {
    const layout = r.pick(['HW', 'HWC', 'FHW', 'FHWC'])
    const dtype = r.pick(['uint8', 'uint16'])
    const Type = dtype === 'uint8' ? Uint8Array : Uint16Array
    return b.map(() => {
      const shape = [...layout].map((axis) => (axis === 'C' ? 1 : axis === 'F' ? r.int(1, 3) : 2 * r.int(1, 20)))
      const volume = shape.reduce((x, y) => x * y)
      return {
        dtype,
        layout,
        shape,
        data: Type.from({ length: volume }, () => r.int(0, dtype === 'uint8' ? 255 : 65535)),
      }
    })
  },
  args: (r, b) => ({
    bluePosition: each(r, b, () => [r.int(0, 1), r.int(0, 1)], 'int32'),
    ...maybe(r, { algorithm: r.pick(['bilinear_ocv', 'edgeaware_ocv', 'gray_ocv']) }),
  }),
}
