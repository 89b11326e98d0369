// Boxes for the pictures of the documents.

/** The names of classes, by their numbers. */
export const classNames = [
  'background',
  'person',
  'cat',
  'eye',
  'raccoon',
  'cup',
  'spoon',
  'rocket',
  'camera',
  'helmet',
]
/** Boxes of photos, as fractions of their extents: the photos have none of their own. */
export const boxes: Record<string, [name: string, left: number, top: number, right: number, bottom: number][]> = {
  'objects/coffee': [
    ['cup', 0.29, 0.04, 0.7, 0.78],
    ['spoon', 0.53, 0.59, 0.69, 0.82],
  ],
  'animals/raccoon': [['raccoon', 0, 0, 0.92, 0.8]],
  'people/photographer_wide': [
    ['person', 0, 0.01, 0.55, 1],
    ['camera', 0.51, 0.22, 0.65, 0.45],
  ],
  'animals/cat': [
    ['cat', 0.03, 0, 0.84, 1],
    ['eye', 0.3, 0.27, 0.48, 0.5],
    ['eye', 0.65, 0.36, 0.78, 0.56],
  ],
  'people/astronaut': [
    ['person', 0.05, 0.03, 0.7, 1],
    ['rocket', 0.72, 0, 0.9, 0.57],
    ['helmet', 0.55, 0.67, 0.98, 1],
  ],
  'space/launch': [['rocket', 0.48, 0.31, 0.54, 0.96]],
}
