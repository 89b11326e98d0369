// Random sounds and spectra, for gpu-cases.mjs of the operators on them.

/** A batch of spectra, or sounds. */
export const floats = (r, batch, layout, extents) => batch.map(() => r.tensor('float32', extents(), layout, true))

/** Sounds of a dtype, up to `most` frames: with silence around what is heard where `quiet`. */
export const sounds = (r, batch, dtype, most, { columns = [], quiet = false } = {}) =>
  batch.map(() => {
    const sound = r.tensor(dtype, [r.int(1, most), ...columns], '', true)
    if (quiet && r.coin(0.8)) {
      const silent = r.int(0, sound.data.length)
      const zero = dtype.endsWith('int64') ? 0n : 0
      sound.data.fill(zero, 0, silent).fill(zero, silent + r.int(1, r.pick([200, sound.data.length])))
    }
    return sound
  })
export const soundDtypes = ['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'float32', 'float32', 'float32']
