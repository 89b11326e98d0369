// Defines the types of `penstock-data check`.

/** What a finding counts as, for --fail-on and --skip. */
export const groups = ['bad', 'duplicates', 'leaks', 'suspicious'] as const
export type Group = (typeof groups)[number]

export interface CheckOptions {
  json?: string
  html?: string
  skipList?: string
  /** Another data set, with which no sample should be shared. */
  against?: readonly string[]
  failOn: readonly Group[]
  /** The groups of findings whose samples are written to the skip list. */
  skip: readonly Group[]
  threads?: number
  batchSize?: number
  progress: boolean
}

/** What a sample is: a picture, frames of a video, a sound, or anything else. */
export type Kind = 'image' | 'clip' | 'sound' | 'sample'

export interface Example {
  /** Path or name of the sample; or the name of a class. */
  source: string
  /** Number of the sample in its data set; null for a class. */
  index: number | null
  /** What is odd about it, such as the reason why it is bad. */
  note: string
}

export interface FindingReport {
  name: string
  group: Group
  /** Whether it makes the exit code 1. */
  fails: boolean
  /** Samples, or classes, that it is about. */
  count: number
  /** The word for one of them: image, clip, sound, sample, class, file. */
  unit: string
  /** What they are, after their number, and what to do about it. */
  what: string
  todo: string
  /** The first of them, at most 100; of bad samples all. */
  examples: Example[]
}

export interface Distribution {
  min: number
  p5: number
  median: number
  p95: number
  max: number
  /** Counts between `edges`, of which there is one more; they grow by a constant factor. */
  histogram: { edges: number[]; counts: number[] }
}

export interface ChannelReport {
  name: 'red' | 'green' | 'blue' | 'grey'
  /** Of pixels from 0 to 255. */
  mean: number
  std: number
  /** Of pixels from 0 to 1. */
  mean01: number
  std01: number
}

/** A data set that was read. */
export interface SetReport {
  /** The data as it was given, without secrets of URLs. */
  data: string
  reader: string
  /** Samples in the data set, and those that were read. */
  samples: number
  read: number
  /** Files in its folder that are no samples. */
  ignoredFiles: number
  /** Bytes of the samples as they are stored. */
  encodedBytes: number
}

/** Everything that --json writes. */
export interface CheckReport extends SetReport {
  kind: Kind
  good: number
  bad: number
  /** How often the decoder made up for odd data of a file; it does not say of which. */
  warnings: number
  /** Bytes of all samples after decoding. */
  decodedBytes: number
  threads: number
  seconds: number
  /** Reading and decoding, after the first batch: the rate to expect of this machine. */
  samplesPerSecond: number
  /** Samples with the same bytes as one before them. */
  duplicates: number
  /** Of pictures and clips; empty for other data. */
  channels: ChannelReport[]
  /** By what is measured: width, height, aspect (longer by shorter side), seconds, bytes (as stored). */
  sizes: Record<string, Distribution>
  /** Good samples by the format of the file, and by the number of channels. */
  formats: Record<string, number>
  channelCounts: Record<string, number>
  /** Samples, or objects in them, by class; in the order of their numbers. Empty where labels are not known. */
  classes: { label: number; name: string | null; count: number }[]
  against: SetReport | null
  findings: FindingReport[]
  /** Samples in the skip list; null where none was written. */
  skipped: number | null
  /** Samples that are not in it: others have their names too, or a name does not fit on a line. */
  notListed: number
  /** The signal that ended the check early; nothing is written then. */
  interrupted: string | null
}
