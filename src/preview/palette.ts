// The colours of classes: a class has the same colour on every picture, in Python as here (python/penstock/_html.py).

export type Colour = readonly [red: number, green: number, blue: number]

/** Twenty colours that are far from each other, the first ones farthest, and bright enough for a dark ground. */
export const palette: readonly Colour[] = [
  [255, 176, 0],
  [62, 166, 255],
  [255, 84, 112],
  [63, 207, 107],
  [190, 120, 255],
  [0, 214, 214],
  [255, 127, 51],
  [240, 98, 220],
  [190, 222, 60],
  [120, 140, 255],
  [255, 160, 180],
  [0, 170, 140],
  [214, 160, 110],
  [255, 232, 100],
  [150, 210, 255],
  [210, 70, 60],
  [130, 160, 60],
  [170, 255, 195],
  [200, 150, 200],
  [150, 150, 160],
]

export const white: Colour = [255, 255, 255]
export const black: Colour = [0, 0, 0]

/** The colour of a class. Classes that are twenty apart share one. */
export function colourOf(label: number): Colour {
  const { length } = palette
  return palette[((Math.trunc(label) % length) + length) % length] ?? white
}
