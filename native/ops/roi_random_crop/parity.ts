// Cases of roiRandomCrop for `npm run parity`: many samples with the same window and region, so that they have one distribution.
import { type Case, parity } from '../../../tools/parity/cases.js'
import type { Draw } from '../../../tools/parity/draw.js'

const samples = 1000

/** A window, a region and bounds, most of which go together. */
function drawCase(d: Draw): Case {
  const axes = d.int(1, 3)
  const some = (low: number, high: number) => d.list(axes, () => d.int(low, high))
  const bounds = some(1, 40)
  const cropShape = bounds.map((extent) => d.int(d.chance(8) ? 0 : 1, extent + (d.chance(30) ? 1 : 0)))
  const roiStart = bounds.map((extent) => d.int(d.chance(30) ? -1 : 0, extent))
  const roiShape = bounds.map((extent, i) => d.int(0, Math.max(0, extent - roiStart[i]!) + (d.chance(30) ? 1 : 0)))
  const roiEnd = roiStart.map((start, i) => start + roiShape[i]!)
  const within = d.pick(['nothing', 'input', 'inShape', 'inShape'])
  const given: Record<string, number[]> = { cropShape, roiStart, ...(d.bool() ? { roiShape } : { roiEnd }) }
  if (within === 'inShape') given.inShape = bounds
  const perSample = Object.keys(given).filter(() => d.chance(3))
  const constant = Object.entries(given).filter(([name]) => !perSample.includes(name))
  const same = (name: string) => d.given(Array(samples).fill(given[name]!), undefined, 'int32')
  return {
    batchSize: samples,
    inputs: within === 'input' ? [d.tensor({ dtype: 'uint8', shape: [...bounds, 1], samples })] : [],
    args: Object.fromEntries(constant),
    argInputs: Object.fromEntries(perSample.map((name) => [name, same(name)])),
  }
}

export default parity({
  tolerance: 0,
  distribution: ({ data }) =>
    Object.fromEntries(Array.from(data as BigInt64Array, (start, axis) => [`start ${axis}`, [Number(start)]])),
  case: drawCase,
  speed: () => ({
    inputs: [],
    batchSize: 256,
    args: { cropShape: [224, 224], roiStart: [10, 20], roiEnd: [300, 200], inShape: [480, 640] },
  }),
})
