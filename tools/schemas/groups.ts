// The groups of operators, in the order in which the documentation shows them. An op.json names its group.
export const groups = {
  geometry: 'Images: size, crop and place',
  colour: 'Images: colour and tone',
  filters: 'Images: filters and noise',
  boxes: 'Boxes, points and masks',
  transforms: 'Matrices for points and warps',
  sound: 'Sound',
  tensors: 'Tensors: shape, type and order',
  constants: 'Constants',
  readers: 'Readers of data sets',
  decoders: 'Decoders and encoders',
  random: 'Random numbers and windows',
  reductions: 'Reductions',
  own: 'Your own data and code',
} as const

export type GroupName = keyof typeof groups
