// fn.experimental.inputs.video: an external source that is fed the bytes of videos, and the operator that gives their
// sequences. The source's puller makes batches of a video: src/sources/puller.ts.
import { call, currentContext, isPlain } from '../definition/context.js'
import type { OpOptions } from '../definition/op-options.js'
import { callSite } from '../errors/call-site.js'
import { shown } from '../errors/words.js'
import { argError } from '../graph/schema.js'
import type { OnError } from '../graph/types.js'
import type { Known } from './typed.js'

type VideoDType = 'uint8' | 'uint16' | 'float32'

export interface VideoInputOptions extends OpOptions {
  /** Number of frames of a sequence. */
  framesPerSequence: number
  /**
   * What becomes of the frames at the end of a video that fill no sequence: 'partial': a sequence of those; 'pad': black
   * frames fill it. Default: 'partial'.
   */
  lastSequencePolicy?: 'partial' | 'pad'
  /** Wait for feedInput() when all videos have ended. Default: false, and such a run fails with INPUT_MISSING. */
  blocking?: boolean
  /**
   * Promises that the bytes of a video do not change until its last sequence was given: those over a SharedArrayBuffer are
   * then not copied. Default: false.
   */
  noCopy?: boolean
  /**
   * uint8: 0 to 255; uint16: 0 to 65535, as exact as the stream; float32: 0 to 255, with fractions where the stream has more
   * than 8 bits. Default: 'uint8'.
   */
  dtype?: VideoDType
  /** 'rgb', or 'rgba' with straight alpha, which is opaque where the stream has none. Default: 'rgb'. */
  imageType?: 'rgb' | 'rgba'
  /** Turns and mirrors frames as the file says, or leaves them as they are stored. Default: 'apply'. */
  rotate?: 'apply' | 'ignore'
  /** Matrix from YCbCr to RGB. Default: 'auto', the one that the stream names. */
  colorMatrix?: 'auto' | 'bt601' | 'bt709' | 'bt2020'
  /** Range of the stored values. Default: 'auto', the one that the stream names. */
  colorRange?: 'auto' | 'limited' | 'full'
  /** Largest number of pixels of a frame; 0 for no limit. Default: 16383 x 16383. */
  maxPixels?: number
  /** Longest time that decoding one sequence may take, in seconds of CPU time; 0 for no limit. Default: 0. */
  maxDecodeSeconds?: number
  /** Without effect: the threads that decode are the pipeline's. */
  affine?: boolean
  /** The policy for a sequence with damaged frames: 'throw', 'skip' or 'placeholder'. Default: the pipeline's onError. */
  onError?: OnError
}

/**
 * Feeds videos into the pipeline, and gives their frames as sequences of shape (frames, height, width, channels). One
 * feedInput(name, bytes) brings one video; the runs after it give its sequences in order, batchSize of them in a batch, and
 * the last batch of a video has the rest.
 *
 * Errors: INVALID_ARGUMENT, for a wrong option, and inside a branch of cond(). feedInput() and run({ name: bytes }) throw
 * INVALID_INPUT for what is not the bytes of one video, and BAD_SAMPLE for bytes that are no video.
 */
export type VideoInputFn = <const Name extends string, Of extends VideoDType = 'uint8'>(
  options: VideoInputOptions & { name: Name; dtype?: Of },
) => Known<Of, Name>

const op = 'experimental.inputs.video'

function entry(options: unknown): unknown {
  const site = callSite(entry)
  const at = { op, callSite: site }
  currentContext(op, site)
  if (!isPlain(options)) {
    throw argError(at, `Expected options with name and framesPerSequence but received ${shown(options)}`)
  }
  const { name, ...rest } = options
  if (typeof name !== 'string') {
    throw argError(at, `Expected a name for feedInput() but received ${shown(name)}`, "Give name, such as 'video'")
  }
  const { blocking, noCopy } = rest
  const source = { name, numOutputs: 2, dtype: ['uint8', 'int32'], ndim: [1, 1], blocking, noCopy }
  return call(op, [...call('externalSource', [source], site), rest], site)[0]
}

export const videoInput = entry as unknown as VideoInputFn
