// Compares the outputs of two devices, within what each dtype allows: 1 unit for integers, 1e-5 of the values for
// floats (and of the tensor's largest value for those that cancel out), a bit in the last place for float16; nothing
// when exact.
import { half, isFloat } from './random.mjs'

const allowed = { float16: 2 ** -10, float32: 1e-5, float64: 1e-5 }

/** `most`: a difference that is allowed in any case. Throws on the first difference that is too large; returns the largest, in units of what is allowed. */
export function compare(cpu, gpu, { exact = false, most = 0, what = '' } = {}) {
  const fault = (text) => {
    throw new Error(`${what}: ${text}`)
  }
  if (cpu.dtype !== gpu.dtype) fault(`dtype ${cpu.dtype} on the CPU, ${gpu.dtype} on the GPU`)
  if (cpu.layout !== gpu.layout) fault(`layout ${cpu.layout} on the CPU, ${gpu.layout} on the GPU`)
  if (cpu.samples.length !== gpu.samples.length) fault(`${cpu.samples.length} and ${gpu.samples.length} samples`)
  let worst = 0
  for (const [i, a] of cpu.samples.entries()) {
    const b = gpu.samples[i]
    if (`${a.shape}` !== `${b.shape}`) fault(`sample ${i}: shape ${a.shape} on the CPU, ${b.shape} on the GPU`)
    const value = cpu.dtype === 'float16' ? half : Number
    const range = isFloat(cpu.dtype) ? largest(a.data, value) : 0
    for (let k = 0; k < a.data.length; k++) {
      if (a.data[k] === b.data[k]) continue
      const [x, y] = [value(a.data[k]), value(b.data[k])]
      if (Number.isNaN(x) && Number.isNaN(y)) continue
      const within = isFloat(cpu.dtype) ? allowed[cpu.dtype] * Math.max(Math.abs(x), Math.abs(y), range / 16) : 1
      const room = Math.max(within, most)
      const units = Math.abs(x - y) / room
      // Also where it is no number.
      if (exact || !(units <= 1))
        fault(`sample ${i} of shape ${a.shape}, element ${k}: ${x} on the CPU, ${y} on the GPU`)
      worst = Math.max(worst, units)
    }
  }
  return worst
}

function largest(data, value) {
  let most = 0
  for (const x of data) {
    const size = Math.abs(value(x))
    if (size > most && size < Infinity) most = size
  }
  return most
}
