// From native/abi.json by tools/gen.ts. Do not edit.

export const abiHash = '24402a6f8793b97d'

export const dtypeIds = { uint8: 0, uint16: 1, uint32: 2, uint64: 3, int8: 4, int16: 5, int32: 6, int64: 7, float16: 8, float32: 9, float64: 10, bool: 11 } as const
export type DType = keyof typeof dtypeIds
export const dtypeNames: readonly DType[] = ['uint8', 'uint16', 'uint32', 'uint64', 'int8', 'int16', 'int32', 'int64', 'float16', 'float32', 'float64', 'bool']
export const dtypeBytes: Readonly<Record<DType, number>> = { uint8: 1, uint16: 2, uint32: 4, uint64: 8, int8: 1, int16: 2, int32: 4, int64: 8, float16: 2, float32: 4, float64: 8, bool: 1 }

/** Colour model of a decoded image; ids are DALI's but for 'index', the numbers that a palette image stores, and 'rgba', red, green, blue and straight alpha. */
export const imageTypeIds = { rgb: 0, bgr: 1, gray: 2, ycbcr: 3, any: 4, index: 5, rgba: 6 } as const
export type ImageType = keyof typeof imageTypeIds

/** Resampling filter; ids are DALI's. */
export const interpIds = { nn: 0, linear: 1, cubic: 2, lanczos3: 3, triangular: 4, gaussian: 5 } as const
export type Interp = keyof typeof interpIds

/** Every code of a PipelineError and what it means. */
export const errorCodes = {
  INVALID_ARGUMENT: 'An option or argument has a wrong name, type or value.',
  INVALID_INPUT: 'An operator received data of a dtype, layout or shape that it does not take.',
  UNSUPPORTED: 'The request is valid but this build or this format cannot serve it.',
  BAD_SAMPLE: 'One sample cannot be read or decoded; onError decides what follows.',
  FILE_NOT_FOUND: 'A file or folder that an option names does not exist.',
  FILE_UNREADABLE: 'A file or folder exists but cannot be read.',
  EMPTY_DATASET: 'A reader found nothing to read.',
  INPUT_UNKNOWN: 'Data was fed to an input that the pipeline does not have.',
  INPUT_MISSING: 'A run needs an input that nothing was fed to.',
  END_OF_DATA: 'A run needs data that an external source no longer has.',
  API_MIXED: 'Two ways of running were used on one pipeline.',
  OUTPUT_RELEASED: 'An output was touched after it was released or overwritten.',
  PIPELINE_CLOSED: 'A call came after close(), or close() came during the call.',
  NOTHING_SHARED: 'releaseOutputs() without outputs that were shared.',
  QUEUE_FULL: 'One scheduleRun() more than prefetchQueueDepth ahead.',
  BUDGET_EXCEEDED: 'A memory budget does not hold what one batch needs, or what one sample needs alone; then onError decides.',
  ABORTED: 'A call\'s AbortSignal fired.',
  STALLED: 'The watchdog saw no progress while a call was waiting.',
  NOTHING_SCHEDULED: 'shareOutputs() without a batch that was scheduled.',
  CHECKPOINT_MISMATCH: 'A checkpoint does not fit the pipeline it is given to.',
  OUT_OF_MEMORY: 'Memory for a batch could not be had, or for one sample; then onError decides.',
  USER_FUNCTION: 'A function of the user\'s threw.',
  ACTOR_DIED: 'A worker thread ended without being asked to.',
  NATIVE_UNAVAILABLE: 'The native addon is missing, or was built from other sources.',
  CUDA_UNAVAILABLE: 'The graph asks for a GPU that is not there.',
  THREADS_UNAVAILABLE: 'The system does not grant this process another thread.',
  STREAM_ENDED: 'A stream of penstock\'s was named by its cudaStream_t after its end.',
  SCOPE_NOT_LEFT: 'A context, device or mode that was entered was not left in the block that entered it.',
  INTERNAL: 'A defect in penstock itself; please report it.',
} as const
export type ErrorCode = keyof typeof errorCodes

/** Byte offsets inside the control block. One ring index per 128-byte line pair, so that neither a neighbour nor the adjacent-line prefetcher shares it. A ring has room for every slot that its producer can own. */
export const ring = { line: 128, maxCapacity: 1024, maxDepth: 64, ringHead: 0, ringTail: 128, ringSlots: 256, ringBytes: 4352, mailboxProducerBell: 0, mailboxConsumerBell: 4, mailboxNotify: 8, mailboxDepth: 12, mailboxSawFull: 16, mailboxLeased: 20, mailboxAsked: 24, mailboxFull: 128, mailboxFree: 4480, mailboxHistogram: 8832, mailboxBytes: 9216, bellSeq: 0, bellWaiting: 4, bellSignal: 8, bellTrimmed: 12, bellWants: 16, bellBytes: 128, statsBytes: 33792 } as const

/** A memory account: two int64 words at a multiple of 8, in bytes from its start. The limit is 0 where there is none. */
export const account = { accountUsed: 0, accountLimit: 8, accountBytes: 16 } as const

/** Bits of a bell's signal word. */
export const signals = { stop: 1, control: 2 } as const

/** Memory for a program: the answer of programSetup() and programRun() where the budget must hold more first (refused), and what their caller says of it in place of a size or of flags: it may come, or it will not. */
export const memory = { refused: -1, mayCome: -1, willNotCome: -2 } as const

/** Negative results of acquire(). */
export const acquire = { timeout: -1, signalled: -2 } as const

/** A slot: header, then one 64-byte SampleInfo per sample, then per output an OutputDesc and one SampleDesc per sample, then string bytes, then data. All little-endian; offsets count from the arena's start. */
export const arena = { magic: 1347310411, align: 64, maxDims: 6, maxOutputs: 32, maxExtent: 2147483647, maxTensorBytes: 1099511627776, headerBytes: 128, hMagic: 0, hBatchSize: 4, hNumOutputs: 8, hFlags: 12, hBatchIndexLo: 16, hEpoch: 24, hUsedBytes: 32, hSamplesOffset: 40, hOutputsOffset: 48, hBadCount: 56, sampleInfoBytes: 64, sIndex: 0, sEpoch: 8, sFlags: 12, sSourceOffset: 16, sSourceLength: 24, sOrdinal: 32, outputDescBytes: 64, oDtype: 0, oDevice: 4, oLayout: 8, oDescsOffset: 16, oDataOffset: 24, oDataBytes: 32, oDense: 40, sampleDescBytes: 64, dOffset: 0, dBytes: 8, dNdim: 16, dShape: 24 } as const

/** Bits of the arena header's flags. */
export const batchFlags = { endOfEpoch: 1, endOfStream: 2, failed: 4, holes: 8 } as const

/** Bits of a sample's flags. */
export const sampleFlags = { invalid: 1, padded: 2 } as const
