// How names of operators, arguments and values are written in each language.

export const cap = (text: string): string => text[0]!.toUpperCase() + text.slice(1)

/** A name in snake_case, as C++ has it: cropPosX is crop_pos_x, and the matrix MT is mt. */
export const snake = (name: string): string =>
  /^[A-Z]+$/.test(name) ? name.toLowerCase() : name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)

export const symbolOf = (name: string): string => snake(name.replace(/\./g, '_'))

/** A symbol as the name of a type: decoders_image_crop is DecodersImageCrop. */
export const pascal = (symbol: string): string => symbol.split('_').map(cap).join('')

const keywords = new Set(['auto', 'default', 'export', 'operator', 'register', 'template', 'union'])

/** A name as C++ may have it. */
export const word = (name: string): string =>
  keywords.has(name) ? `${name}_` : name.replace(/[^a-z0-9]+/gi, '_').replace(/^(?=\d)/, '_')
