// Cases of multiPaste for `npm run parity`.
import { moreDtypes, parity, type Samples } from '../../../tools/parity/cases.js'
import type { Draw } from '../../../tools/parity/draw.js'

type Size = readonly [number, number]
type Way = 'none' | 'pixels' | 'shares'

const half = (extent: number) => Math.floor(extent / 2)

/** A region: anywhere, or, to go with shares, of half the extents at most; a few reach beyond an edge. */
function region(d: Draw, image: Size, canvas: Size, halves: boolean) {
  const least = image.map((extent, k) => Math.min(extent, canvas[k]!))
  const size = least.map((extent) => d.int(0, halves ? half(extent) : extent) + (d.chance(300) ? 1 : 0))
  const anchor = (sides: Size) =>
    sides.map((extent, k) => d.int(0, halves ? half(extent) : Math.max(0, extent - size[k]!)))
  return { size, from: anchor(image), to: anchor(canvas) }
}

/** The images of a case: a single input with ids of its samples, or several inputs. */
function images(d: Draw, byId: boolean, uniform: Size | undefined) {
  const dtype = d.pick([
    ...(['uint8', 'int16', 'int32', 'float32'] as const),
    ...(d.chance(4) ? ['int8' as const] : []),
  ])
  const channels = d.int(1, 4)
  const size = (): Size => uniform ?? [d.int(1, 20), d.int(1, 20)]
  const sizes = d.list(byId ? 1 : d.int(1, 4), () => d.list(d.batch, size))
  const inputs = sizes.map((input) => {
    const left = [...input]
    return d.tensor({ dtype, layout: 'HWC', shape: () => [...left.shift()!, channels] })
  })
  return { sizes, inputs }
}

export default parity({
  tolerance: 0,
  differs: [moreDtypes],
  case: (d) => {
    const byId = d.bool()
    const uniform = d.bool() ? ([d.int(1, 20), d.int(1, 20)] as const) : undefined
    const { sizes, inputs } = images(d, byId, uniform)
    const ids = d.list(d.batch, () => d.list(byId ? d.int(1, 5) : sizes.length, () => d.int(0, d.batch - 1)))
    const ways = d.bool() ? ['pixels', 'pixels', 'pixels'] : d.list(3, () => d.pick<Way>(['none', 'pixels', 'shares']))
    const sized = !uniform || ways[2] === 'none' || d.bool()
    // Twice the largest image, where a whole one may lie at half of it.
    const side = () => (ways[2] === 'none' ? d.int(40, 50) : d.int(20, 30))
    const canvases = d.list(d.batch, (): Size => (sized ? [side(), side()] : uniform!))
    const halves = ways.some((way) => way !== 'pixels')
    const regions = ids.map((list, s) =>
      list.map((id, k) => region(d, byId ? sizes[0]![id]! : sizes[k]![s]!, canvases[s]!, halves)),
    )
    const most = d.chance(20) ? 1 : 0.5
    const argInputs: Record<string, Samples> = {}
    for (const [i, [name, part]] of (
      [
        ['inAnchors', 'from'],
        ['outAnchors', 'to'],
        ['shapes', 'size'],
      ] as const
    ).entries()) {
      if (ways[i] === 'none') continue
      const shares = ways[i] === 'shares'
      const samples = regions.flatMap((list) => {
        const values = list.flatMap((r) => (shares ? [d.float(0, most), d.float(0, most)] : r[part]))
        return d.given([values], [list.length, 2], shares ? 'float32' : 'int32').samples
      })
      argInputs[shares ? `${name}Rel` : name] = { dtype: shares ? 'float32' : 'int32', layout: '', samples }
    }
    if (byId) argInputs.inIds = d.given(ids, undefined, 'int32')
    if (sized) argInputs.outputSize = d.given(canvases, undefined, 'int32')
    const dtype = d.chance(4) ? d.pick(['uint8', 'int16', 'int32', 'float32']) : undefined
    return { inputs, args: { dtype }, argInputs }
  },
  speed: (d) => {
    const quarters = (values: readonly number[]) =>
      d.given(
        Array.from({ length: 32 }, () => values),
        [4, 2],
        'int32',
      )
    const ids = Array.from({ length: 32 }, (_, s) => [0, 1, 2, 3].map((k) => (s + k) % 32))
    return {
      inputs: [d.tensor({ dtype: 'uint8', layout: 'HWC', shape: [480, 640, 3], samples: 32, smooth: true })],
      argInputs: {
        inIds: d.given(ids, undefined, 'int32'),
        shapes: quarters([0, 1, 2, 3].flatMap(() => [240, 320])),
        outAnchors: quarters([0, 0, 0, 320, 240, 0, 240, 320]),
      },
    }
  },
})
