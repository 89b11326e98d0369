// Cases of audioResample for `npm run parity`.
import { type Case, parity } from '../../../tools/parity/cases.js'

const dtypes = ['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'float32'] as const

/** The steps of the output's dtype that 1e-5 of its range has. */
function tolerance({ inputs, args = {} }: Case) {
  const dtype = String(args.dtype ?? inputs[0]!.dtype)
  if (dtype === 'float32') return 1e-5
  return /32/.test(dtype) ? 65536 : 1
}

export default parity({
  tolerance,
  differs: [
    {
      when: ({ inputs, args = {} }) => [inputs[0]!.dtype, String(args.dtype)].some((dtype) => dtype.startsWith('uint')),
      reason:
        'Beyond its ends DALI continues a sound that is or becomes unsigned with 0, the lowest value, which is heard as a click; penstock continues it with silence.',
    },
  ],
  toleranceText: '1e-5 of full scale, and 1 step of 8 and 16 bits',
  case: (d) => {
    const dtype = d.pick(dtypes)
    const way = d.pick(['rates', 'scale', 'length'])
    // DALI takes lengths per sample as int64 only.
    const makers: Record<string, () => number> =
      way === 'scale'
        ? { scale: () => d.float(0.2, 4) }
        : { inRate: () => d.pick([8000, 16_000, 44_100]), outRate: () => d.pick([8000, 11_025, 22_050, 48_000]) }
    const given = way === 'length' ? { args: { outLength: d.int(0, 3000) }, argInputs: {} } : d.arguments(makers)
    const { argInputs } = given
    const args: Record<string, unknown> = given.args
    // One that is left out stands in one case of several.
    for (const [name, make] of Object.entries(way === 'length' ? {} : makers)) {
      if (args[name] === undefined && !argInputs[name] && !d.chance(10)) args[name] = make()
    }
    const columns = d.chance(3) ? [d.int(1, 3)] : []
    return {
      inputs: [
        d.tensor({
          dtype,
          shape: () => [d.int(1, 1500), ...columns],
          ...(dtype === 'float32' && { values: [-1, 1] as const }),
        }),
      ],
      args: {
        ...args,
        quality: d.maybe(() => d.float(0, 100)),
        dtype: d.maybe(() => d.pick(dtypes)),
      },
      argInputs,
    }
  },
  speed: (d) => ({
    inputs: [d.tensor({ dtype: 'float32', shape: [160_000], values: [-1, 1], samples: 16 })],
    args: { inRate: 44_100, outRate: 16_000 },
  }),
})
