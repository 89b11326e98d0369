// Which data looks like an image or a clip of images, and where its elements lie.

const isChannels = (n: number | undefined) => n === 1 || n === 3 || n === 4

/** Where the elements of an image, or of the frames of a clip, lie: extents, and how far apart neighbours are, in elements. */
export interface ImageShape {
  /** 1 for an image. */
  frames: number
  width: number
  height: number
  channels: number
  nextFrame: number
  nextRow: number
  nextColumn: number
  nextChannel: number
}

/** The image or clip that data of this shape looks like; undefined if it looks like none. A clip is known by its layout. */
export function imageShape(shape: readonly number[], layout: string): ImageShape | undefined {
  const kind = layout || likelyLayout(shape)
  if (kind.length !== shape.length || !/^F?(HWC|CHW|HW)$/.test(kind)) return undefined
  const extent = (axis: string) => shape[kind.indexOf(axis)] ?? 1
  const [frames, height, width, channels] = [extent('F'), extent('H'), extent('W'), extent('C')]
  if (!isChannels(channels) || frames === 0 || height === 0 || width === 0) return undefined
  const planar = kind.endsWith('CHW')
  return {
    ...{ frames, width, height, channels },
    nextFrame: height * width * channels,
    nextRow: planar ? width : width * channels,
    nextColumn: planar ? 1 : channels,
    nextChannel: planar ? height * width : 1,
  }
}

/**
 * The image layout that a shape without a layout suggests; '' for none. Sides of at most 4 pixels do not count as an
 * image.
 */
function likelyLayout(shape: readonly number[]): string {
  const [a = 0, b = 0, c] = shape
  if (shape.length === 2) return a > 4 && b > 4 ? 'HW' : ''
  if (shape.length !== 3) return ''
  if (isChannels(c) && a > 4 && b > 4) return 'HWC'
  return isChannels(a) && b > 4 && c! > 4 ? 'CHW' : ''
}
