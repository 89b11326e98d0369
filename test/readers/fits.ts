// Writes FITS files, as astropy writes them.

export const card = (text: string) => text.padEnd(80)
export const header = (...cards: string[]) => {
  const text = [...cards, 'END'].map(card).join('')
  return Buffer.from(text.padEnd(Math.ceil(text.length / 2880) * 2880), 'latin1')
}
export const primary = [
  'SIMPLE  =                    T',
  'BITPIX  =                    8',
  'NAXIS   =                    0',
]
/** The header of an image, whose data has to follow. */
export const image = (bitpix: number | string, ...axes: (number | string)[]) =>
  header(
    "XTENSION= 'IMAGE   '           / an image",
    `BITPIX  = ${bitpix}`,
    `NAXIS   = ${axes.length}`,
    ...axes.map((n, i) => `NAXIS${i + 1}  = ${n}`),
  )
/** A file: a primary HDU without data, and what follows it. */
export const fits = (...parts: Buffer[]) => Buffer.concat([header(...primary), ...parts])
