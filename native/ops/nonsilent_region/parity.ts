// Cases of nonsilentRegion for `npm run parity`.
import { type Case, daliRefuses, moreDtypes, type Outcome, parity, type Samples } from '../../../tools/parity/cases.js'
import { type Draw, numberDtypes } from '../../../tools/parity/draw.js'

/** A float64 as a fraction: mantissa over 2 to the power of `down`. */
function fraction(value: number): [mantissa: bigint, down: bigint] {
  let down = 0
  while (!Number.isInteger(value)) {
    value *= 2
    down++
  }
  return [BigInt(value), BigInt(down)]
}

/** First element and length of the region of a float32 sound, by whole numbers alone, which never round. */
function exactRegion(data: Float32Array, windowLength: number, cutoffDb: number): [number, number] {
  // Every float32 is a whole number of 2 ** -149.
  const squares = Array.from(data, (v) => {
    const [mantissa, down] = fraction(v)
    return (mantissa << (149n - down)) ** 2n
  })
  const window = Math.min(windowLength, data.length)
  let sum = squares.slice(0, window).reduce((a, b) => a + b, 0n)
  const sums = [sum]
  for (let i = window; i < squares.length; i++) {
    sum += squares[i]! - squares[i - window]!
    sums.push(sum)
  }
  const [ratio, down] = fraction(10 ** (cutoffDb / 10))
  let most = 0n
  for (const one of sums) if (one > most) most = one
  const loud = sums.map((one) => one << down >= most * ratio)
  const first = loud.indexOf(true)
  return [first, loud.lastIndexOf(true) - first + window]
}

/** Whether penstock's answer is the exact one. */
function isExact({ inputs, args = {} }: Case, { penstock }: { penstock: Outcome }): boolean {
  const [{ dtype, samples }] = inputs as readonly [Samples]
  if (dtype !== 'float32' || args.referencePower !== undefined || 'error' in penstock) return false
  const length = (args.windowLength ?? 2048) as number
  return samples.every(({ data }, i) => {
    const region = exactRegion(data as Float32Array, length, (args.cutoffDb ?? -60) as number)
    return region.every((number, output) => Number(penstock.outputs[output]!.samples[i]!.data[0]) === number)
  })
}

/** A sound of a real length whose ends are quiet, and the defaults. */
function quietEnds(d: Draw): Case {
  const { samples, ...rest } = d.tensor({ dtype: 'float32', shape: [9000], values: [-1, 1] })
  const ends = [d.int(0, 4000), 9000 - d.int(0, 4000)] as const
  const level = 10 ** -d.float(2, 5)
  const quiet = (v: number, i: number) => (i < ends[0] || i >= ends[1] ? v * level : v)
  const faded = samples.map(({ shape, data }) => ({ shape, data: (data as Float32Array).map(quiet) }))
  return { inputs: [{ ...rest, samples: faded }], args: { cutoffDb: d.maybe(() => d.float(-70, -20)) } }
}

export default parity({
  tolerance: 0,
  differs: [
    moreDtypes,
    daliRefuses(
      /reset_interval/,
      'DALI refuses a windowLength that does not divide resetInterval, whose default is 8192; penstock has no use for that argument.',
    ),
    {
      when: isExact,
      reason:
        "DALI's running sum of squares is in float32 and loses quiet ends after loud samples, by up to hundreds of samples; penstock gives what exact sums give.",
    },
  ],
  case: (d) => {
    if (d.chance(5)) return quietEnds(d)
    const dtype = d.pick(numberDtypes)
    const windowLength = d.maybe(() => d.int(1, 40))
    return {
      inputs: [
        d.given(
          d.list(d.batch, () => {
            const silence = () => d.list(d.int(0, 60), () => 0)
            const sign = dtype.startsWith('u') ? [1] : [-1, 1]
            return [...silence(), ...d.list(d.int(1, 60), () => d.pick(sign) * d.int(1, 90)), ...silence()]
          }),
          undefined,
          dtype,
        ),
      ],
      args: {
        windowLength,
        resetInterval: d.maybe(() => (windowLength ?? 2048) * d.int(1, 4)),
        cutoffDb: d.maybe(() => d.float(-70, -5)),
        referencePower: d.maybe(() => d.pick([1, d.float(0.1, 2000)])),
      },
    }
  },
  speed: (d) => ({ inputs: [d.tensor({ dtype: 'float32', shape: [160_000], values: [-1, 1], samples: 32 })] }),
})
