// The rules by which samples and classes are odd. Each gives a finding: what was found, which samples it is about, and what to do.
import { percent, plural, whole } from '../../statistics/units.js'
import type { Leaks } from './leaks.js'
import { aspectOf, distributionOf, limitsOf } from './numbers.js'
import { flags } from './samples.js'
import type { Scan } from './scan.js'
import type { CheckedSet } from './set.js'
import type { CheckReport, Group } from './types.js'

export interface Finding {
  name: string
  group: Group
  /** The word for what it is about; the kind of the samples without it. */
  unit?: string
  /** What they are, after their number. */
  what: string
  todo: string
  /** The samples that it is about, in their order. */
  samples: readonly number[]
  /** What is odd about one of them. */
  note(sample: number): string
  /** The names of classes or of files, of a finding that is not about samples, with notes. */
  others?: readonly (readonly [name: string, note: string])[]
  /** Their number, where not all have names. */
  count?: number
}

export interface Checked {
  set: CheckedSet
  scan: Scan
  classes: CheckReport['classes']
  leaks: Leaks | undefined
  /** Equal keys were compared byte by byte; before that nothing is known of duplicates and leaks. */
  compared: boolean
}

/** A side this many times as long as the other is odd, and one that is this many times as much as the median. */
const longest = { ratio: 4, ofMedian: 2 }
/** Channels are odd where no more than this share of the images has their number. */
const fewShare = 0.1
/** A class is small with less than this share of the median class. */
const rareShare = 0.1
/** What a report says of samples whose reason is no longer known. */
const noReason = 'it could not be read or decoded'

/** All findings about the samples that were read, those first that count as bad. */
export function findingsOf(checked: Checked): Finding[] {
  const all = [bad(checked), ...(checked.compared ? [...leaked(checked), ...duplicates(checked)] : [])]
  const { kind } = checked.set
  if (kind === 'image' || kind === 'clip') all.push(...pictures(checked))
  if (kind === 'image') all.push(...files(checked))
  if (kind === 'sound') all.push(...sounds(checked))
  if (kind === 'sample') all.push(...lengths(checked))
  all.push(...classes(checked), ...ignored(checked))
  return all.filter(({ samples, others, count = 0 }) => samples.length || others?.length || count)
}

const flagged = ({ scan: { samples } }: Checked, flag: number) => samples.where((i) => samples.has(i, flag))

function bad({ scan: { samples, reasons } }: Checked): Finding {
  const all: number[] = []
  for (let i = 0; i < samples.read; i++) if (samples.has(i, flags.bad)) all.push(i)
  return {
    ...{ name: 'bad', group: 'bad', samples: all },
    what: 'that cannot be read or decoded',
    todo: 'Replace the files, or leave them out: --skip-list FILE writes the list that skipList of readers takes',
    note: (sample) => reasons.get(sample) ?? noReason,
  }
}

function leaked({ scan: { samples }, leaks }: Checked): Finding[] {
  if (!leaks) return []
  const other = (sample: number) => leaks.other.get(samples.first[sample]!)
  return [
    {
      ...{ name: 'leaks', group: 'leaks', samples: samples.where((i) => other(i) !== undefined) },
      what: `that ${leaks.set.data.title} has too, byte for byte`,
      todo: 'Keep them in one of the two sets: --skip leaks puts them on the skip list',
      note: (sample) => `the same bytes as ${leaks.set.shown(other(sample)!)}`,
    },
  ]
}

function duplicates({ set, scan: { samples } }: Checked): Finding[] {
  const again = samples.where((i) => samples.isAgain(i))
  const note = (sample: number) => `the same bytes as ${set.shown(samples.first[sample]!)}`
  return [
    {
      ...{ name: 'duplicates', group: 'duplicates', samples: again, note },
      what: 'with the bytes of one before',
      todo: 'Leave them out, so that no sample counts twice: --skip duplicates puts them on the skip list',
    },
    {
      ...{ name: 'conflicting-labels', group: 'duplicates', note },
      what: 'with the bytes of one before, and another label',
      todo: 'Find out which label is right',
      samples: again.filter((i) => samples.labels[i] !== samples.labels[samples.first[i]!]),
    },
  ]
}

function pictures(checked: Checked): Finding[] {
  const { samples } = checked.scan
  const area = (i: number) => samples.width[i]! * samples.height[i]!
  const size = (i: number) => `${samples.width[i]} x ${samples.height[i]}`
  const { least, most } = limitsOf(samples.numbers(area))
  const ratio = (i: number) => aspectOf(samples.width[i]!, samples.height[i]!)
  const median = distributionOf(samples.numbers(ratio))?.median ?? 1
  const limit = Math.max(longest.ratio, longest.ofMedian * median)
  const suspicious = { group: 'suspicious' } as const
  return [
    {
      ...{ ...suspicious, name: 'one-colour', samples: flagged(checked, flags.oneColour), note: size },
      what: 'with a single colour: no channel has a standard deviation of 1 of 255',
      todo: 'Look at them: they are often placeholders of a site, or failed downloads',
    },
    {
      ...{ ...suspicious, name: 'small', samples: samples.where((i) => area(i) < least), note: size },
      what: `with fewer than ${whole(least)} pixels, where most have many more`,
      todo: 'Look at them: they are often thumbnails or icons',
    },
    {
      ...{ ...suspicious, name: 'large', samples: samples.where((i) => area(i) > most), note: size },
      what: `with more than ${whole(most)} pixels, where most have many fewer`,
      todo: 'They take time in each epoch: npx penstock-data convert makes smaller copies',
    },
    {
      ...{ ...suspicious, name: 'aspect', samples: samples.where((i) => ratio(i) > limit), note: size },
      what: `with a side more than ${Number(limit.toFixed(1))} times as long as the other`,
      todo: 'Look at them: they are often banners or strips, of which a crop shows little',
    },
  ]
}

const channelNames: Readonly<Record<number, string>> = { 1: 'grey', 2: 'grey with alpha', 3: 'colour', 4: 'alpha' }

function files(checked: Checked): Finding[] {
  const { set, scan } = checked
  const { samples } = scan
  const counts = channelCounts(scan)
  const good = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const few = new Set([...counts].filter(([, count]) => count <= fewShare * good).map(([channels]) => channels))
  return [
    {
      ...{ name: 'channels', group: 'suspicious', samples: samples.where((i) => few.has(samples.channels[i]!)) },
      what: `with a number of channels that at most ${percent(fewShare)} of the images have`,
      todo: "Decoders make RGB of them by default; outputType: 'any' would give batches of several shapes",
      note: (i) => channelNames[samples.channels[i]!] ?? `${samples.channels[i]} channels`,
    },
    {
      ...{ name: 'cmyk', group: 'suspicious', samples: flagged(checked, flags.cmyk) },
      what: 'in CMYK, for printers',
      todo: 'Other programs may decode them to other colours: convert them to RGB',
      note: () => 'JPEG of four components',
    },
    {
      ...{ name: 'ending', group: 'suspicious', samples: flagged(checked, flags.ending) },
      what: 'with a name that ends as those of another format',
      todo: 'Rename them: penstock decodes them by their content, other programs may not',
      note: (i) => `${set.shown(i).split('.').at(-1)} by its name, not by its content`,
    },
    {
      ...{ name: 'orientation', group: 'suspicious', samples: flagged(checked, flags.turned) },
      what: 'stored turned or mirrored, as EXIF data says',
      todo: 'Decoders turn them as most programs do; boxes and masks must have been made for turned images',
      note: (i) => `${samples.width[i]} x ${samples.height[i]} after it is turned`,
    },
  ]
}

export function channelCounts({ samples }: Scan): Map<number, number> {
  const counts = new Map<number, number>()
  for (const channels of samples.numbers((i) => samples.channels[i]!)) {
    counts.set(channels, (counts.get(channels) ?? 0) + 1)
  }
  return counts
}

function sounds(checked: Checked): Finding[] {
  const { samples } = checked.scan
  const seconds = (i: number) => samples.seconds[i]!
  const { least, most } = limitsOf(samples.numbers(seconds))
  const note = (i: number) => `${seconds(i).toFixed(2)} s`
  return [
    {
      ...{ name: 'silent', group: 'suspicious', samples: flagged(checked, flags.silent), note },
      what: 'without any sound: all values are 0',
      todo: 'Listen to them, and leave them out',
    },
    ...extremes(
      samples.where((i) => seconds(i) < least),
      samples.where((i) => seconds(i) > most),
      note,
      [`${least.toFixed(2)} s`, `${most.toFixed(2)} s`],
    ),
  ]
}

function lengths({ scan: { samples } }: Checked): Finding[] {
  const bytes = (i: number) => samples.bytes[i]!
  const { least, most } = limitsOf(samples.numbers(bytes))
  const note = (i: number) => plural(bytes(i), 'byte')
  return extremes(
    samples.where((i) => bytes(i) < least),
    samples.where((i) => bytes(i) > most),
    note,
    [plural(least, 'byte'), plural(most, 'byte')],
  )
}

function extremes(
  short: readonly number[],
  long: readonly number[],
  note: Finding['note'],
  [least, most]: readonly [string, string],
): Finding[] {
  const todo = 'Look at them: they may be cut off, or joined'
  return [
    {
      name: 'small',
      group: 'suspicious',
      samples: short,
      note,
      todo,
      what: `shorter than ${least}, where most are much longer`,
    },
    {
      name: 'large',
      group: 'suspicious',
      samples: long,
      note,
      todo,
      what: `longer than ${most}, where most are much shorter`,
    },
  ]
}

function classes({ classes: all }: Checked): Finding[] {
  const counts = all.map(({ count }) => count).filter((count) => count > 0)
  const median = counts.sort((a, b) => a - b)[counts.length >> 1] ?? 0
  const named = (wanted: (count: number) => boolean) =>
    all
      .filter(({ count }) => wanted(count))
      .map(({ label, name, count }) => [name ?? `class ${label}`, plural(count, 'sample')] as const)
  const none = { group: 'suspicious', unit: 'class', samples: [], note: () => '' } as const
  return [
    {
      ...{ ...none, name: 'empty-classes', others: named((count) => count === 0) },
      what: 'without a good sample',
      todo: 'Add samples, or take their folders away: their numbers are labels all the same',
    },
    {
      ...{ ...none, name: 'rare-classes', others: named((count) => count > 0 && count < rareShare * median) },
      what: `with less than ${percent(rareShare)} of the samples of the median class (${whole(median)})`,
      todo: 'Add samples, or make a mixture that draws them more often: docs/guides/mixtures.md',
    },
  ]
}

function ignored({ set: { ignoredFiles } }: Checked): Finding[] {
  return [
    {
      ...{ name: 'ignored-files', group: 'suspicious', samples: [], note: () => '' },
      unit: 'file',
      what: 'of the folder that readers leave out',
      todo: 'See docs/data/folders.md: it says what a folder of samples is',
      others: ignoredFiles.map(({ why, count, example }) => [example, `${plural(count, 'file')}: ${why}`] as const),
      count: ignoredFiles.reduce((sum, { count }) => sum + count, 0),
    },
  ]
}
