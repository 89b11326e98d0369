// The messages between a host and the process that it runs pipelines for: python/penstock/dali/_host.py. They go over a
// socket as those of the bridge do (src/bridge/protocol.ts). The process gives each pipeline and each request a number.
import type { CalledOutput } from '../actors/calls.js'
import type { HostedFacts } from '../api/hosted.js'
import { isCount, isCounts, type Language } from '../bridge/message-reader.js'
import type { ExportMessage, GpuPart, PartOfBatch } from '../bridge/protocol.js'
import type { PipelineErrorInfo } from '../errors.js'
import type { Join } from '../processors/program.js'
import { type DynamicRequest, dynamicChecks, type NextItem, type ValueFacts } from './dynamic-protocol.js'
import { type FedOutput, isOutput } from './feeds-protocol.js'

/** Changes with every message that an older peer would misunderstand. */
export const hostVersion = 8

/** What is known of an image processor before a run: its class, and how the samples of each output become one tensor. */
export interface ProcessorFacts {
  name: string
  backend: string
  outputs: readonly { name: string; join: Join }[]
  /** What it does after its model, by task: the outputs of the model that each needs. */
  after: Readonly<Record<string, readonly string[]>>
  /** What goes with its images: annotations, maps of instances, maps of classes that are processed as images are, or boxes. */
  labels?: 'annotations' | 'maps' | 'images' | 'boxes'
}

/** Data for inputs, by name: a list with one entry for each output of the source. `room`: where it lies, in its first `bytes`. */
export interface Feeds {
  room: number
  bytes: number
  inputs: Readonly<Record<string, readonly FedOutput[]>>
}

/** What can be asked of a pipeline. */
export const questions = ['checkpoint', 'readerMeta', 'epochSize', 'statistics', 'executorStatistics'] as const
export type Question = (typeof questions)[number]

/** What the process sends. What has an id is answered by a reply or a refusal. */
export type HostRequest =
  | DynamicRequest
  /**
   * Makes the pipeline `p` of a text from serialize(), and builds it. `functions`: numbers of the process's functions that the text
   * may name. `folder`: where the process is, from which relative paths count; '' where it is nowhere. `processor`: the text is that of
   * ProcessorSettings in place of a pipeline's.
   */
  | { t: 'build'; id: number; p: number; text: string; functions: readonly number[]; folder: string; processor?: true }
  /** Asks for the steps of an image processor, ProcessorSteps. `text`: StepsSettings as JSON. */
  | { t: 'processorSteps'; id: number; text: string }
  /** Asks for batch `s`. It has no answer: where it cannot be scheduled, the share of that batch is refused. */
  | { t: 'schedule'; s: number; p: number; feeds?: Feeds }
  | { t: 'feed'; id: number; p: number; feeds: Feeds }
  /** The oldest batch, which is `s`; 0: none that the process knows of. */
  | { t: 'share'; id: number; p: number; s: number }
  | { t: 'release'; p: number }
  | { t: 'reset'; id: number; p: number }
  /** Answered by the number of the sample from which on the weights hold. */
  | { t: 'setWeights'; id: number; p: number; name: string; weights: readonly number[]; from?: number }
  | { t: 'ask'; id: number; p: number; what: Question }
  | { t: 'close'; id: number; p: number }
  /** Asks for memory that the process can write feeds to, which grows with what it writes. */
  | { t: 'room'; id: number }
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

/** What the host sends. */
export type HostMessage =
  | { t: 'hello'; version: number; abi: string; pid: number }
  /** The message carries `d` descriptors. */
  | {
      t: 'reply'
      id: number
      value: HostedFacts | SharedBatch | { room: number } | ValueFacts | NextItem | unknown
      d?: number
    }
  | { t: 'refusal'; id: number; error: PipelineErrorInfo }
  | { t: 'drop'; x: readonly number[] }
  /** These segments of values are freed. The process unmaps them when it uses them no more. */
  | { t: 'unmap'; s: readonly number[] }
  /** The process has sent what cannot be true; nothing more comes. */
  | { t: 'error'; error: PipelineErrorInfo }

/** What the process sends on the second socket, where the host asks for its functions. */
export type CallsRequest =
  /**
   * What the function has given for call `id`: it lies in the first `end` bytes of the call's slot. `kept`: arrays refer to its inputs, so
   * the room must stay as it is.
   */
  | { t: 'made'; id: number; end: number; outputs: readonly CalledOutput[]; kept?: true }
  | { t: 'raised'; id: number; text: string; kept?: true }

export type CallsMessage =
  /**
   * Calls function `f` of pipeline `p` with a batch of `n` samples and `i` inputs, which lies in the first `bytes` of memory `room`; it
   * gives `o` outputs, which are written to memory `out` from byte `end` on. The message carries the descriptors of what is new of `room`
   * and `out` (`d` of them).
   */
  | {
      t: 'call'
      id: number
      p: number
      f: number
      n: number
      i: number
      o: number
      room: number
      bytes: number
      out: number
      end: number
      d: number
    }
  /** This memory is used no more. */
  | { t: 'closed'; rooms: readonly number[] }
  | { t: 'error'; error: PipelineErrorInfo }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isFeeds = (feeds: unknown) =>
  isObject(feeds) &&
  isCount(feeds.room) &&
  isCount(feeds.bytes) &&
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
    build: (fields) =>
      numbered(fields) &&
      typeof fields.text === 'string' &&
      isFlag(fields.processor) &&
      isCounts(fields.functions) &&
      typeof fields.folder === 'string',
    processorSteps: ({ id, text }) => isCount(id) && typeof text === 'string',
    schedule: ({ s, p, feeds }) => isCount(s) && isCount(p) && (feeds === undefined || isFeeds(feeds)),
    feed: (fields) => numbered(fields) && isFeeds(fields.feeds),
    share: (fields) => numbered(fields) && isCount(fields.s),
    release: ({ p }) => isCount(p),
    reset: numbered,
    setWeights: (fields) =>
      numbered(fields) &&
      typeof fields.name === 'string' &&
      Array.isArray(fields.weights) &&
      fields.weights.every(Number.isFinite) &&
      (fields.from === undefined || isCount(fields.from)),
    ask: (fields) => numbered(fields) && (questions as readonly unknown[]).includes(fields.what),
    close: numbered,
    room: ({ id }) => isCount(id),
    free: ({ b, e }) => isCounts(b) && (e === undefined || isCounts(e)),
    closed: ({ x }) => isCounts(x),
    ...dynamicChecks,
  },
}

const isFlag = (value: unknown) => value === undefined || value === true

/** What a host understands on the second socket. */
export const callsLanguage: Language<CallsRequest['t']> = {
  most: mostBytes,
  checks: {
    made: ({ id, end, outputs, kept }) =>
      isCount(id) && isCount(end) && Array.isArray(outputs) && outputs.every(isOutput) && isFlag(kept),
    raised: ({ id, text, kept }) => isCount(id) && typeof text === 'string' && isFlag(kept),
  },
}
