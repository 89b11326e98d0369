// Defines the types of `penstock-data convert`.

export const imageFormats = ['jpeg', 'png', 'webp'] as const
export type ImageFormat = (typeof imageFormats)[number]
export const subsamplings = ['4:2:0', '4:2:2', '4:4:4'] as const

/** What the bytes of images depend on. It is written to OUT, so that a run goes on only with the same. */
export interface Settings {
  format: ImageFormat
  /** The shorter side of larger images; null keeps all sizes. */
  size: number | null
  /** Null for a format without loss. */
  quality: number | null
  subsampling: (typeof subsamplings)[number] | null
}

export interface ConvertOptions {
  size?: number
  format: ImageFormat
  quality?: number
  subsampling?: Settings['subsampling']
  threads?: number
  batchSize?: number
  progress: boolean
  json?: boolean
}

/** Everything that `convert --json` prints. */
export interface ConvertReport {
  out: string
  /** Images in SRC, and those of them that were written now or were there before. */
  images: number
  written: number
  kept: number
  /** Files of SRC that are no images by their names; they are not copied. */
  others: number
  bad: { path: string; reason: string }[]
  /** Bytes of the files that were written, and of the files that they were made of. */
  bytes: number
  sourceBytes: number
  seconds: number
  imagesPerSecond: number
  interrupted: string | null
}
