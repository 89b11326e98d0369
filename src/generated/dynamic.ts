// From native/ops/*/op.json by tools/gen.ts. Do not edit.
import { missing, missingNamespace, type NotHereYet } from '../api/missing.js'
import { ops } from '../dynamic/operators/ops.js'
import type { Ops } from './dynamic-ops.js'

export type * from './dynamic-ops.js'

export const audioResample: Ops['audioResample'] = ops.audioResample
export const autocontrast: Ops['autocontrast'] = ops.autocontrast
export const bBoxPaste: Ops['bBoxPaste'] = ops.bBoxPaste
export const bBoxRotate: Ops['bBoxRotate'] = ops.bBoxRotate
export const batchPermutation: Ops['batchPermutation'] = ops.batchPermutation
export const bbFlip: Ops['bbFlip'] = ops.bbFlip
export const boxEncoder: Ops['boxEncoder'] = ops.boxEncoder
export const brightness: Ops['brightness'] = ops.brightness
export const brightnessContrast: Ops['brightnessContrast'] = ops.brightnessContrast
export const cast: Ops['cast'] = ops.cast
export const castLike: Ops['castLike'] = ops.castLike
export const cat: Ops['cat'] = ops.cat
export const clahe: Ops['clahe'] = ops.clahe
export const colorSpaceConversion: Ops['colorSpaceConversion'] = ops.colorSpaceConversion
export const colorTwist: Ops['colorTwist'] = ops.colorTwist
export const constant: Ops['constant'] = ops.constant
export const contrast: Ops['contrast'] = ops.contrast
export const coordFlip: Ops['coordFlip'] = ops.coordFlip
export const coordTransform: Ops['coordTransform'] = ops.coordTransform
export const copy: Ops['copy'] = ops.copy
export const crop: Ops['crop'] = ops.crop
export const cropMirrorNormalize: Ops['cropMirrorNormalize'] = ops.cropMirrorNormalize
export const debayer: Ops['debayer'] = ops.debayer
/** Operators: nd.decoders.* */
export const decoders: Ops['decoders'] = ops.decoders
export const dumpImage: Ops['dumpImage'] = ops.dumpImage
export const elementExtract: Ops['elementExtract'] = ops.elementExtract
/** Operators: nd.encoders.* */
export const encoders: Ops['encoders'] = ops.encoders
export const equalize: Ops['equalize'] = ops.equalize
export const erase: Ops['erase'] = ops.erase
export const expandDims: Ops['expandDims'] = ops.expandDims
export const filter: Ops['filter'] = ops.filter
export const flip: Ops['flip'] = ops.flip
export const full: Ops['full'] = ops.full
export const fullLike: Ops['fullLike'] = ops.fullLike
export const gaussianBlur: Ops['gaussianBlur'] = ops.gaussianBlur
export const getProperty: Ops['getProperty'] = ops.getProperty
export const gridMask: Ops['gridMask'] = ops.gridMask
export const hsv: Ops['hsv'] = ops.hsv
export const hue: Ops['hue'] = ops.hue
export const invert: Ops['invert'] = ops.invert
/** Operators: nd.io.* */
export const io: Ops['io'] = ops.io
export const jitter: Ops['jitter'] = ops.jitter
export const jpegCompressionDistortion: Ops['jpegCompressionDistortion'] = ops.jpegCompressionDistortion
export const laplacian: Ops['laplacian'] = ops.laplacian
export const lookupTable: Ops['lookupTable'] = ops.lookupTable
export const lookupTiles: Ops['lookupTiles'] = ops.lookupTiles
export const melFilterBank: Ops['melFilterBank'] = ops.melFilterBank
export const mfcc: Ops['mfcc'] = ops.mfcc
export const multiPaste: Ops['multiPaste'] = ops.multiPaste
/** Operators: nd.noise.* */
export const noise: Ops['noise'] = ops.noise
export const nonsilentRegion: Ops['nonsilentRegion'] = ops.nonsilentRegion
export const normalize: Ops['normalize'] = ops.normalize
export const oneHot: Ops['oneHot'] = ops.oneHot
export const ones: Ops['ones'] = ops.ones
export const onesLike: Ops['onesLike'] = ops.onesLike
export const opticalFlow: Ops['opticalFlow'] = ops.opticalFlow
export const pad: Ops['pad'] = ops.pad
export const paste: Ops['paste'] = ops.paste
export const peekImageShape: Ops['peekImageShape'] = ops.peekImageShape
export const perFrame: Ops['perFrame'] = ops.perFrame
export const permuteBatch: Ops['permuteBatch'] = ops.permuteBatch
export const posterize: Ops['posterize'] = ops.posterize
export const powerSpectrum: Ops['powerSpectrum'] = ops.powerSpectrum
export const preemphasisFilter: Ops['preemphasisFilter'] = ops.preemphasisFilter
/** Operators: nd.random.* */
export const random: Ops['random'] = ops.random
export const randomBBoxCrop: Ops['randomBBoxCrop'] = ops.randomBBoxCrop
export const randomCropGenerator: Ops['randomCropGenerator'] = ops.randomCropGenerator
export const randomResizedCrop: Ops['randomResizedCrop'] = ops.randomResizedCrop
/** Operators: nd.reductions.* */
export const reductions: Ops['reductions'] = ops.reductions
export const reinterpret: Ops['reinterpret'] = ops.reinterpret
export const reshape: Ops['reshape'] = ops.reshape
export const resize: Ops['resize'] = ops.resize
export const resizeCropMirror: Ops['resizeCropMirror'] = ops.resizeCropMirror
export const roiRandomCrop: Ops['roiRandomCrop'] = ops.roiRandomCrop
export const rotate: Ops['rotate'] = ops.rotate
export const saturation: Ops['saturation'] = ops.saturation
/** Operators: nd.segmentation.* */
export const segmentation: Ops['segmentation'] = ops.segmentation
export const sequenceRearrange: Ops['sequenceRearrange'] = ops.sequenceRearrange
export const shapes: Ops['shapes'] = ops.shapes
export const sharpness: Ops['sharpness'] = ops.sharpness
export const slice: Ops['slice'] = ops.slice
export const solarize: Ops['solarize'] = ops.solarize
export const spectrogram: Ops['spectrogram'] = ops.spectrogram
export const sphere: Ops['sphere'] = ops.sphere
export const squeeze: Ops['squeeze'] = ops.squeeze
export const stack: Ops['stack'] = ops.stack
export const tensorResize: Ops['tensorResize'] = ops.tensorResize
export const toDecibels: Ops['toDecibels'] = ops.toDecibels
/** Operators: nd.transforms.* */
export const transforms: Ops['transforms'] = ops.transforms
export const transpose: Ops['transpose'] = ops.transpose
export const warpAffine: Ops['warpAffine'] = ops.warpAffine
export const water: Ops['water'] = ops.water
export const zeros: Ops['zeros'] = ops.zeros
export const zerosLike: Ops['zerosLike'] = ops.zerosLike
/** @deprecated Not here yet: a call throws UNSUPPORTED and says what to use. */
export const dlTensorPythonFunction: NotHereYet = missing('dlTensorPythonFunction')
/** @deprecated Not here yet: a call throws UNSUPPORTED and says what to use. */
export const pythonFunction: NotHereYet = missing('pythonFunction')
