// The messages between a host and the process that it runs pipelines for: python/penstock/dali/_host.py. They go over a
// socket as those of the bridge do (src/bridge/protocol.ts). The process gives each pipeline and each request a number.
import type { HostedFacts } from '../api/hosted.js'
import { isCount, isCounts, type Language } from '../bridge/message-reader.js'
import type { ExportMessage, GpuPart, PartOfBatch } from '../bridge/protocol.js'
import type { PipelineErrorInfo } from '../errors.js'
import { type DType, dtypeIds } from '../generated/abi.js'

/** Changes with every message that an older peer would misunderstand. */
export const hostVersion = 1

/** One output of what is fed: its samples lie one behind the other, or each where it is. */
export interface FedOutput {
  dtype: DType
  layout: string
  /** Offset in the room, and shape; with `count`, of the first of so many samples that lie one behind the other. */
  at: readonly (readonly [offset: number, shape: readonly number[]])[]
  count?: number
}

/** Data for inputs, by name: a list with one entry for each output of the source. `room`: where it lies. */
export interface Feeds {
  room: number
  inputs: Readonly<Record<string, readonly FedOutput[]>>
}

/** What can be asked of a pipeline. */
export const questions = ['checkpoint', 'readerMeta', 'epochSize', 'statistics', 'executorStatistics'] as const
export type Question = (typeof questions)[number]

/** What the process sends. What has an id is answered by a reply or a refusal. */
export type HostRequest =
  /** Makes the pipeline `p` of a text from serialize(), and builds it. */
  | { t: 'build'; id: number; p: number; text: string }
  | { t: 'schedule'; id: number; p: number; feeds?: Feeds }
  | { t: 'feed'; id: number; p: number; feeds: Feeds }
  | { t: 'share'; id: number; p: number }
  | { t: 'release'; p: number }
  | { t: 'reset'; id: number; p: number }
  | { t: 'ask'; id: number; p: number; what: Question }
  | { t: 'close'; id: number; p: number }
  /** Asks for memory that the process can write feeds to. `old`: a room that it needs no more. */
  | { t: 'room'; id: number; bytes: number; old?: number }
  /** As those of the bridge. */
  | { t: 'free'; b: readonly number[]; e?: readonly number[] }
  | { t: 'closed'; x: readonly number[] }

/** A batch that was shared: see the bridge's message `batch`. */
export interface SharedBatch {
  b: number
  n: number
  e: number
  p: readonly PartOfBatch[]
  g?: readonly GpuPart[]
  x?: readonly ExportMessage[]
}

/** The room, and the bytes to map of it. */
export interface Room {
  room: number
  bytes: number
}

/** What the host sends. */
export type HostMessage =
  | { t: 'hello'; version: number; abi: string; pid: number }
  /** The message carries `d` descriptors. */
  | { t: 'reply'; id: number; value: HostedFacts | SharedBatch | Room | unknown; d?: number }
  | { t: 'refusal'; id: number; error: PipelineErrorInfo }
  | { t: 'drop'; x: readonly number[] }
  /** The process has sent what cannot be true; nothing more comes. */
  | { t: 'error'; error: PipelineErrorInfo }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPlace = (place: unknown) =>
  Array.isArray(place) && place.length === 2 && isCount(place[0]) && isCounts(place[1])

const isOutput = (output: unknown) =>
  isObject(output) &&
  typeof output.dtype === 'string' &&
  Object.hasOwn(dtypeIds, output.dtype) &&
  typeof output.layout === 'string' &&
  Array.isArray(output.at) &&
  output.at.every(isPlace) &&
  (output.count === undefined || (isCount(output.count) && output.at.length === 1))

const isFeeds = (feeds: unknown) =>
  isObject(feeds) &&
  isCount(feeds.room) &&
  isObject(feeds.inputs) &&
  Object.values(feeds.inputs).every((outputs) => Array.isArray(outputs) && outputs.every(isOutput))

type Fields = Readonly<Record<string, unknown>>
const numbered = ({ id, p }: Fields) => isCount(id) && isCount(p)

/** Bytes of a message to the host: the text of a pipeline may be long. */
const mostBytes = 2 ** 28

/** What a host understands. */
export const hostLanguage: Language<HostRequest['t']> = {
  most: mostBytes,
  checks: {
    build: (fields) => numbered(fields) && typeof fields.text === 'string',
    schedule: (fields) => numbered(fields) && (fields.feeds === undefined || isFeeds(fields.feeds)),
    feed: (fields) => numbered(fields) && isFeeds(fields.feeds),
    share: numbered,
    release: ({ p }) => isCount(p),
    reset: numbered,
    ask: (fields) => numbered(fields) && (questions as readonly unknown[]).includes(fields.what),
    close: numbered,
    room: ({ id, bytes, old }) => isCount(id) && isCount(bytes) && (old === undefined || isCount(old)),
    free: ({ b, e }) => isCounts(b) && (e === undefined || isCounts(e)),
    closed: ({ x }) => isCounts(x),
  },
}
