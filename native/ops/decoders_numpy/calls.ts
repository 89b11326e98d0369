// Calls of decoders.numpy, which no parity.ts draws: see test/dynamic/cases.ts.
import { type Case, fileSamples } from '../../../tools/parity/cases.js'

/** A .npy file of version 1.0. */
function npy(descr: string, shape: string, data: Uint8Array): Uint8Array {
  const text = `{'descr': '${descr}', 'fortran_order': False, 'shape': ${shape}, }`.padEnd(117)
  return Uint8Array.from([0x93, ...Buffer.from('NUMPY'), 1, 0, 118, 0, ...Buffer.from(`${text}\n`), ...data])
}

const files = [
  npy('|u1', '(2, 3)', Uint8Array.of(1, 2, 3, 4, 5, 6)),
  npy('|u1', '(1, 1)', Uint8Array.of(7)),
  npy('|u1', '(0, 4)', Uint8Array.of()),
]
const calls: Case[] = [{ inputs: [fileSamples(files)] }, { inputs: [fileSamples(files)], args: { dtype: 'float32' } }]
export default calls
