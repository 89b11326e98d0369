// DALI's constants under DALI's names. Their values are the strings that arguments take.

import type { DType, ImageType, Interp } from '../generated/abi.js'
import { refusingConstants } from './missing.js'
import { PipelineAPIType } from './style.js'

const dtypes = {
  UINT8: 'uint8',
  UINT16: 'uint16',
  UINT32: 'uint32',
  UINT64: 'uint64',
  INT8: 'int8',
  INT16: 'int16',
  INT32: 'int32',
  INT64: 'int64',
  FLOAT16: 'float16',
  FLOAT: 'float32',
  FLOAT64: 'float64',
  BOOL: 'bool',
} as const satisfies Record<string, DType>

const imageTypes = {
  RGB: 'rgb',
  BGR: 'bgr',
  GRAY: 'gray',
  YCbCr: 'ycbcr',
  /** Keeps the colour model that the image has. */
  ANY_DATA: 'any',
} as const satisfies Record<string, ImageType>

const interps = {
  INTERP_NN: 'nn',
  INTERP_LINEAR: 'linear',
  INTERP_CUBIC: 'cubic',
  INTERP_LANCZOS3: 'lanczos3',
  INTERP_TRIANGULAR: 'triangular',
  INTERP_GAUSSIAN: 'gaussian',
} as const satisfies Record<string, Interp>

/**
 * DALI's constants, for code that is ported from DALI: `types.FLOAT === 'float32'`, `types.RGB === 'rgb'`,
 * `types.INTERP_LINEAR === 'linear'`. An argument takes the constant or the string. Errors: INVALID_ARGUMENT where a name is
 * read that is no constant, with the one that was meant.
 */
export const types = refusingConstants({ ...dtypes, ...imageTypes, ...interps, PipelineAPIType } as const)
