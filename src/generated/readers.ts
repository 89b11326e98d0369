// From native/ops/*/op.json by tools/gen.ts. Do not edit.
import type { Given, None } from '../api/typed.js'
import { answering } from '../api/missing.js'
import { ops } from '../dynamic/operators/ops.js'
import type { ReaderOptions } from '../dynamic/readers/reader-options.js'
import { Reader } from '../dynamic/readers/readers.js'
import { type Site, siteBelow } from '../dynamic/trace/site.js'
import type { Batch, Tensor } from '../dynamic/values/tensor.js'
import type { Ops } from './dynamic-ops.js'
import type { ExperimentalReadersFitsOptions, ExperimentalReadersVideoOptions, ReadersCaffe2Options, ReadersCaffeOptions, ReadersCocoOptions, ReadersFileOptions, ReadersLerobotOptions, ReadersLmdbOptions, ReadersMdsOptions, ReadersMxNetOptions, ReadersNemoAsrOptions, ReadersNumpyOptions, ReadersParquetOptions, ReadersTfrecordOptions, ReadersVideoOptions, ReadersVideoResizeOptions, ReadersWebdatasetOptions } from './fn.js'

/** Arguments of `nd.experimental.readers.fits`: those of `fn.experimental.readers.fits`, and these. */
export interface FitsReaderOptions extends Omit<ExperimentalReadersFitsOptions, keyof ReaderOptions>, ReaderOptions {}

/** What `nd.experimental.readers.fits` gives for a batch, or for a sample. `images`: The image of the HDU: shape [NAXISn, ..., NAXIS1], in the dtype that has all its values. */
export type FitsItem<Of> = Of[]

/** Made by `nd.experimental.readers.fits()`. Reads the images of FITS files, one file for each sample and one output for each entry of hduIndices. The files are given by one of three arguments: fileRoot alone, fileList, or files. Values are BSCALE * stored + BZERO; BLANK is not looked at. Each sample's source, as errors and sourceInfo() show it, is its path. Compressed images and tables are refused. */
export class FitsReader<Of extends Batch | Tensor = Batch | Tensor> extends Reader<
  Of,
  FitsItem<Batch>,
  FitsItem<Of>
> {
  /** @internal See experimental.readers.fits(). */
  constructor(options: FitsReaderOptions, site: Site = siteBelow(FitsReader as never)) {
    super('experimental.readers.fits', options, site)
  }
}

function fits(options: FitsReaderOptions & { batchSize: number }): FitsReader<Batch>
function fits(options: FitsReaderOptions): FitsReader<Tensor>
function fits(options: FitsReaderOptions): FitsReader {
  return new FitsReader(options, siteBelow(fits))
}

/** Arguments of `nd.experimental.readers.video`: those of `fn.experimental.readers.video`, and these. */
export interface ExperimentalVideoReaderOptions extends Omit<ExperimentalReadersVideoOptions, keyof ReaderOptions>, ReaderOptions {}

/** What `nd.experimental.readers.video` gives for a batch, or for a sample. `video`: The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. `labels`, with fileRoot or fileList or labels: The label: int32, shape [1]. `frameNum`, with enableFrameNum: The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds. `timestamps`, with enableTimestamps: When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds. `audio`, with audio: The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel. */
export type ExperimentalVideoItem<Of, O = None> = O extends ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true } & { audio: true } ? [video: Of, labels: Of, frameNum: Of, timestamps: Of, audio: Of] : O extends { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true } & { audio: true } ? [video: Of, frameNum: Of, timestamps: Of, audio: Of] : O extends ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableTimestamps: true } & { audio: true } ? [video: Of, labels: Of, timestamps: Of, audio: Of] : O extends ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableFrameNum: 'scalar' | 'sequence' } & { audio: true } ? [video: Of, labels: Of, frameNum: Of, audio: Of] : O extends ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true } ? [video: Of, labels: Of, frameNum: Of, timestamps: Of] : O extends { enableTimestamps: true } & { audio: true } ? [video: Of, timestamps: Of, audio: Of] : O extends { enableFrameNum: 'scalar' | 'sequence' } & { audio: true } ? [video: Of, frameNum: Of, audio: Of] : O extends ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { audio: true } ? [video: Of, labels: Of, audio: Of] : O extends { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true } ? [video: Of, frameNum: Of, timestamps: Of] : O extends ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableTimestamps: true } ? [video: Of, labels: Of, timestamps: Of] : O extends ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableFrameNum: 'scalar' | 'sequence' } ? [video: Of, labels: Of, frameNum: Of] : O extends { audio: true } ? [video: Of, audio: Of] : O extends { enableTimestamps: true } ? [video: Of, timestamps: Of] : O extends { enableFrameNum: 'scalar' | 'sequence' } ? [video: Of, frameNum: Of] : O extends ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) ? [video: Of, labels: Of] : [video: Of]

/** Made by `nd.experimental.readers.video()`. Reads clips of videos: sequences of frames, one after the other through each video, or one of frames that are spread evenly or chosen by times. Each frame is the one that decoding from the start gives, bit for bit. The packets of each file are listed once, when the data set is built, and none is decoded for it. A file that is no video is one bad sample, so that onError decides. Each sample's source, as errors and sourceInfo() show it, is path:frame, with the number of its first frame. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from. */
export class ExperimentalVideoReader<Of extends Batch | Tensor = Batch | Tensor, O = None> extends Reader<
  Of,
  ExperimentalVideoItem<Batch, O>,
  ExperimentalVideoItem<Of, O>
> {
  /** @internal See experimental.readers.video(). */
  constructor(options: ExperimentalVideoReaderOptions, site: Site = siteBelow(ExperimentalVideoReader as never)) {
    super('experimental.readers.video', options, site)
  }
}

function experimentalVideo<const O extends ExperimentalVideoReaderOptions & { batchSize: number }>(options: Given<O, ExperimentalVideoReaderOptions>): ExperimentalVideoReader<Batch, O>
function experimentalVideo<const O extends ExperimentalVideoReaderOptions>(options: Given<O, ExperimentalVideoReaderOptions>): ExperimentalVideoReader<Tensor, O>
function experimentalVideo(options: ExperimentalVideoReaderOptions): ExperimentalVideoReader {
  return new ExperimentalVideoReader(options, siteBelow(experimentalVideo))
}

/** Arguments of `nd.readers.caffe`: those of `fn.readers.caffe`, and these. */
export interface CaffeReaderOptions extends Omit<ReadersCaffeOptions, keyof ReaderOptions>, ReaderOptions {}

/** What `nd.readers.caffe` gives for a batch, or for a sample. `images`, unless imageAvailable is false: The image's bytes, as they are stored: uint8, shape [bytes]; of a raw image (encoded is false) they have the shape [height, width, channels]. A record without data gives the shape [0]. `labels`, unless labelAvailable is false: The label: int32, shape [1], and [0] for a record without one. */
export type CaffeItem<Of, O = None> = O extends { imageAvailable: false } & { labelAvailable: false } ? [] : O extends { labelAvailable: false } ? [images: Of] : O extends { imageAvailable: false } ? [labels: Of] : [images: Of, labels: Of]

/** Made by `nd.readers.caffe()`. Reads images and their labels from the LMDB databases of Caffe, as convert_imageset writes them: a Datum under each key. The entries are listed when the data set is opened, without LMDB's library; records are then read in any order. Each sample's source, as errors and sourceInfo() show it, is the path and the key. docs/data/caffe.md shows how such a set is made, and says where DALI differs. */
export class CaffeReader<Of extends Batch | Tensor = Batch | Tensor, O = None> extends Reader<
  Of,
  CaffeItem<Batch, O>,
  CaffeItem<Of, O>
> {
  /** @internal See readers.caffe(). */
  constructor(options: CaffeReaderOptions, site: Site = siteBelow(CaffeReader as never)) {
    super('readers.caffe', options, site)
  }
}

function caffe<const O extends CaffeReaderOptions & { batchSize: number }>(options: Given<O, CaffeReaderOptions>): CaffeReader<Batch, O>
function caffe<const O extends CaffeReaderOptions>(options: Given<O, CaffeReaderOptions>): CaffeReader<Tensor, O>
function caffe(options: CaffeReaderOptions): CaffeReader {
  return new CaffeReader(options, siteBelow(caffe))
}

/** Arguments of `nd.readers.caffe2`: those of `fn.readers.caffe2`, and these. */
export interface Caffe2ReaderOptions extends Omit<ReadersCaffe2Options, keyof ReaderOptions>, ReaderOptions {}

/** What `nd.readers.caffe2` gives for a batch, or for a sample. `images`, unless imageAvailable is false: The image's bytes: uint8, shape [bytes] of a string, and [height, width, channels] of a tensor of bytes. `labels`, unless labelType is 4: The labels: float32 or int32, as they are stored, of the shape [1] for labelType 0, [values] for 2, [numLabels] for 1 and 3. `additional`, additionalInputs times: A further tensor: float32, int32 or int64, shape [values]. `boxes`, with bbox: The box: int32, shape [4]. */
export type Caffe2Item<Of, O = None> = O extends { imageAvailable: false } & { labelType: 4 } & { bbox: true } ? [...additional: Of[], boxes: Of] : O extends { labelType: 4 } & { bbox: true } ? [images: Of, ...additional: Of[], boxes: Of] : O extends { imageAvailable: false } & { bbox: true } ? [labels: Of, ...additional: Of[], boxes: Of] : O extends { imageAvailable: false } & { labelType: 4 } ? [...additional: Of[]] : O extends { bbox: true } ? [images: Of, labels: Of, ...additional: Of[], boxes: Of] : O extends { labelType: 4 } ? [images: Of, ...additional: Of[]] : O extends { imageAvailable: false } ? [labels: Of, ...additional: Of[]] : [images: Of, labels: Of, ...additional: Of[]]

/** Made by `nd.readers.caffe2()`. Reads images, labels and further tensors from the LMDB databases of Caffe2: a TensorProtos under each key, whose tensors are, in this order, the image, the labels, the additional ones and the box. The entries are listed when the data set is opened, without LMDB's library; records are then read in any order. Each sample's source, as errors and sourceInfo() show it, is the path and the key. docs/data/caffe.md shows how such a set is made, and says where DALI differs. */
export class Caffe2Reader<Of extends Batch | Tensor = Batch | Tensor, O = None> extends Reader<
  Of,
  Caffe2Item<Batch, O>,
  Caffe2Item<Of, O>
> {
  /** @internal See readers.caffe2(). */
  constructor(options: Caffe2ReaderOptions, site: Site = siteBelow(Caffe2Reader as never)) {
    super('readers.caffe2', options, site)
  }
}

function caffe2<const O extends Caffe2ReaderOptions & { batchSize: number }>(options: Given<O, Caffe2ReaderOptions>): Caffe2Reader<Batch, O>
function caffe2<const O extends Caffe2ReaderOptions>(options: Given<O, Caffe2ReaderOptions>): Caffe2Reader<Tensor, O>
function caffe2(options: Caffe2ReaderOptions): Caffe2Reader {
  return new Caffe2Reader(options, siteBelow(caffe2))
}

/** Arguments of `nd.readers.coco`: those of `fn.readers.coco`, and these. */
export interface CocoReaderOptions extends Omit<ReadersCocoOptions, keyof ReaderOptions>, ReaderOptions {}

/** What `nd.readers.coco` gives for a batch, or for a sample. `images`: The image file's bytes: uint8, shape [bytes]. `boxes`: The boxes of the objects, in pixels: float32, shape [objects, 4], each [x, y, width, height] or, with ltrb, [left, top, right, bottom]. `labels`: The labels of the objects: int32, shape [objects]. `polygons`, with polygonMasks: Only with polygonMasks: int32, shape [polygons, 3], each [object, first vertex, end of its vertices]. `vertices`, with polygonMasks: Only with polygonMasks: float32, shape [vertices, 2], each [x, y] in pixels. `masks`, with pixelwiseMasks: Only with pixelwiseMasks: int32, shape [height, width, 1], the label of each pixel, and 0 where no object is. `imageIds`, with imageIds: Only with imageIds: the image's id: int32, shape [1]. */
export type CocoItem<Of, O = None> = O extends { polygonMasks: true } & { pixelwiseMasks: true } & { imageIds: true } ? [images: Of, boxes: Of, labels: Of, polygons: Of, vertices: Of, masks: Of, imageIds: Of] : O extends { pixelwiseMasks: true } & { imageIds: true } ? [images: Of, boxes: Of, labels: Of, masks: Of, imageIds: Of] : O extends { polygonMasks: true } & { imageIds: true } ? [images: Of, boxes: Of, labels: Of, polygons: Of, vertices: Of, imageIds: Of] : O extends { polygonMasks: true } & { pixelwiseMasks: true } ? [images: Of, boxes: Of, labels: Of, polygons: Of, vertices: Of, masks: Of] : O extends { imageIds: true } ? [images: Of, boxes: Of, labels: Of, imageIds: Of] : O extends { pixelwiseMasks: true } ? [images: Of, boxes: Of, labels: Of, masks: Of] : O extends { polygonMasks: true } ? [images: Of, boxes: Of, labels: Of, polygons: Of, vertices: Of] : [images: Of, boxes: Of, labels: Of]

/** Made by `nd.readers.coco()`. Reads the images of a data set of COCO, and the boxes, labels and masks of the objects in them, from the folder fileRoot and a JSON file of annotations. Samples come in the order of the images' ids. The file is read once, when the data set is opened, and never held as a tree. Each sample's source, as errors and sourceInfo() show it, is the path of its image. docs/data/coco.md shows how such a set is made, and says where DALI differs. */
export class CocoReader<Of extends Batch | Tensor = Batch | Tensor, O = None> extends Reader<
  Of,
  CocoItem<Batch, O>,
  CocoItem<Of, O>
> {
  /** @internal See readers.coco(). */
  constructor(options: CocoReaderOptions, site: Site = siteBelow(CocoReader as never)) {
    super('readers.coco', options, site)
  }
}

function coco<const O extends CocoReaderOptions & { batchSize: number }>(options: Given<O, CocoReaderOptions>): CocoReader<Batch, O>
function coco<const O extends CocoReaderOptions>(options: Given<O, CocoReaderOptions>): CocoReader<Tensor, O>
function coco(options: CocoReaderOptions): CocoReader {
  return new CocoReader(options, siteBelow(coco))
}

/** Arguments of `nd.readers.file`: those of `fn.readers.file`, and these. */
export interface FileReaderOptions extends Omit<ReadersFileOptions, keyof ReaderOptions>, ReaderOptions {}

/** What `nd.readers.file` gives for a batch, or for a sample. `contents`: The file's bytes: uint8, shape [bytes]. `labels`: The label: int32, shape [1]. */
export type FileItem<Of> = [contents: Of, labels: Of]

/** Made by `nd.readers.file()`. Reads whole files with a label each. The files are given by one of three arguments: fileRoot alone (each sub-folder is a class, with all files below it; labels count the sub-folders in the order of their names; a folder with files only is flat, and all its labels are 0), fileList (a text file with one `name label` per line), or files, with labels or without (then the position in files is the label). Each sample's source, as errors and sourceInfo() show it, is its path. docs/data/folders.md has the rules for hidden folders, links and files that are left out, which readerMeta() counts beside the classes. */
export class FileReader<Of extends Batch | Tensor = Batch | Tensor> extends Reader<
  Of,
  FileItem<Batch>,
  FileItem<Of>
> {
  /** @internal See readers.file(). */
  constructor(options: FileReaderOptions, site: Site = siteBelow(FileReader as never)) {
    super('readers.file', options, site)
  }
}

function file(options: FileReaderOptions & { batchSize: number }): FileReader<Batch>
function file(options: FileReaderOptions): FileReader<Tensor>
function file(options: FileReaderOptions): FileReader {
  return new FileReader(options, siteBelow(file))
}

/** Arguments of `nd.readers.lerobot`: those of `fn.readers.lerobot`, and these. */
export interface LerobotReaderOptions extends Omit<ReadersLerobotOptions, keyof ReaderOptions>, ReaderOptions {}

/** What `nd.readers.lerobot` gives for a batch, or for a sample. `features`: The feature of the sample's frame: numbers of the set's dtype and shape, where shape [1] is a number, shape []; for texts, images and task their bytes: uint8, shape [bytes]; for a camera its frame: uint8, shape [height, width, 3], layout HWC, RGB. With deltaTimestamps there is one more dimension in front, the frames of the window (layout FHWC of a camera). NAME_is_pad is its mask: bool, shape [frames]. */
export type LerobotItem<Of> = Record<string, Of>

/** Made by `nd.readers.lerobot()`. Reads frames of robot data sets in the format LeRobot v3: numbers of any shape, frames of cameras, the text of the task, and windows of frames around each with masks for those beyond the episode. features says which are outputs; the result is an object with an output for each, under the names that lerobot gives them. Each frame is a sample, and windows stay within its episode. When the data set is opened, the files below meta are read, and the metadata and the heads of pages of the tables below data; rows and frames of videos are then read in any order, by their times. Cameras take the video plugin: docs/guides/video.md#what-it-takes says where it comes from. Each sample's source, as errors and sourceInfo() show it, is path:row:episode 3, frame 17. docs/data/lerobot.md shows a training loop, and lists what is read. */
export class LerobotReader<Of extends Batch | Tensor = Batch | Tensor> extends Reader<
  Of,
  LerobotItem<Batch>,
  LerobotItem<Of>
> {
  /** @internal See readers.lerobot(). */
  constructor(options: LerobotReaderOptions, site: Site = siteBelow(LerobotReader as never)) {
    super('readers.lerobot', options, site)
  }
}

function lerobot(options: LerobotReaderOptions & { batchSize: number }): LerobotReader<Batch>
function lerobot(options: LerobotReaderOptions): LerobotReader<Tensor>
function lerobot(options: LerobotReaderOptions): LerobotReader {
  return new LerobotReader(options, siteBelow(lerobot))
}

/** Arguments of `nd.readers.lmdb`: those of `fn.readers.lmdb`, and these. */
export interface LmdbReaderOptions extends Omit<ReadersLmdbOptions, keyof ReaderOptions>, ReaderOptions {}

/** What `nd.readers.lmdb` gives for a batch, or for a sample. `values`: The value's bytes: uint8, shape [bytes]. `keys`, with outputKeys: The key's bytes: uint8, shape [bytes]. */
export type LmdbItem<Of, O = None> = O extends { outputKeys: true } ? [values: Of, keys: Of] : [values: Of]

/** Made by `nd.readers.lmdb()`. Reads the values of LMDB databases as bytes, whatever is in them, and the keys where outputKeys asks for them. The pages are read directly, without LMDB's library: nothing is written, no lock is taken, and keys may have any order. The entries are listed when the data set is opened; values are then read in any order. Each sample's source, as errors and sourceInfo() show it, is the path and the key. docs/data/lmdb.md shows how such a set is made and read. */
export class LmdbReader<Of extends Batch | Tensor = Batch | Tensor, O = None> extends Reader<
  Of,
  LmdbItem<Batch, O>,
  LmdbItem<Of, O>
> {
  /** @internal See readers.lmdb(). */
  constructor(options: LmdbReaderOptions, site: Site = siteBelow(LmdbReader as never)) {
    super('readers.lmdb', options, site)
  }
}

function lmdb<const O extends LmdbReaderOptions & { batchSize: number }>(options: Given<O, LmdbReaderOptions>): LmdbReader<Batch, O>
function lmdb<const O extends LmdbReaderOptions>(options: Given<O, LmdbReaderOptions>): LmdbReader<Tensor, O>
function lmdb(options: LmdbReaderOptions): LmdbReader {
  return new LmdbReader(options, siteBelow(lmdb))
}

/** Arguments of `nd.readers.mds`: those of `fn.readers.mds`, and these. */
export interface MdsReaderOptions extends Omit<ReadersMdsOptions, keyof ReaderOptions>, ReaderOptions {}

/** What `nd.readers.mds` gives for a batch, or for a sample. `values`: The column's value: a number, shape []; an array in its shape; an image of pil, shape [height, width, channels]; or for 'string' its bytes: uint8, shape [bytes]. */
export type MdsItem<Of> = Record<string, Of>

/** Made by `nd.readers.mds()`. Reads samples from MDS shards, the format of MosaicML's StreamingDataset. columns says which columns are outputs; the result is an object with an output for each, under the column's name. When the data set is opened, index.json and the offsets at the beginnings of the shards are read; samples are then read in any order, those of shards that are not compressed by their own bytes alone. Compressed shards (zstd, gz, br, snappy) are unpacked as a whole, and stay in memory, up to shardCacheBytes of them. Each sample's source, as errors and sourceInfo() show it, is path:offset, in a compressed shard path:number. docs/data/mds.md shows how such a set is made. */
export class MdsReader<Of extends Batch | Tensor = Batch | Tensor> extends Reader<
  Of,
  MdsItem<Batch>,
  MdsItem<Of>
> {
  /** @internal See readers.mds(). */
  constructor(options: MdsReaderOptions, site: Site = siteBelow(MdsReader as never)) {
    super('readers.mds', options, site)
  }
}

function mds(options: MdsReaderOptions & { batchSize: number }): MdsReader<Batch>
function mds(options: MdsReaderOptions): MdsReader<Tensor>
function mds(options: MdsReaderOptions): MdsReader {
  return new MdsReader(options, siteBelow(mds))
}

/** Arguments of `nd.readers.mxNet`: those of `fn.readers.mxNet`, and these. */
export interface MxNetReaderOptions extends Omit<ReadersMxNetOptions, keyof ReaderOptions>, ReaderOptions {}

/** What `nd.readers.mxNet` gives for a batch, or for a sample. `images`: The image's bytes, as they are stored: uint8, shape [bytes]. `labels`: The label, or all labels of the record: float32, shape [labels]. */
export type MxNetItem<Of> = [images: Of, labels: Of]

/** Made by `nd.readers.mxNet()`. Reads images and their labels from the RecordIO files of MXNet, as im2rec writes them. The files are listed when the data set is opened, by the heads of their records, or an index of im2rec or rec2idx is read; records are then read in any order. Each sample's source, as errors and sourceInfo() show it, is path:offset of its record. docs/data/mxnet.md shows how such a set is made, and says where DALI differs. */
export class MxNetReader<Of extends Batch | Tensor = Batch | Tensor> extends Reader<
  Of,
  MxNetItem<Batch>,
  MxNetItem<Of>
> {
  /** @internal See readers.mxNet(). */
  constructor(options: MxNetReaderOptions, site: Site = siteBelow(MxNetReader as never)) {
    super('readers.mxNet', options, site)
  }
}

function mxNet(options: MxNetReaderOptions & { batchSize: number }): MxNetReader<Batch>
function mxNet(options: MxNetReaderOptions): MxNetReader<Tensor>
function mxNet(options: MxNetReaderOptions): MxNetReader {
  return new MxNetReader(options, siteBelow(mxNet))
}

/** Arguments of `nd.readers.nemoAsr`: those of `fn.readers.nemoAsr`, and these. */
export interface NemoAsrReaderOptions extends Omit<ReadersNemoAsrOptions, keyof ReaderOptions>, ReaderOptions {}

/** What `nd.readers.nemoAsr` gives for a batch, or for a sample. `audio`: The sound: shape [frames], or [frames, channels] without `downmix`. `sampleRate`, unless readSampleRate is false: Frames per second of the output, in Hz: one number, of shape []. `text`, unless readText is false: The transcript's bytes in UTF-8: uint8, shape [bytes]; [0] where the entry has none. `idx`, with readIdxs: The number of the entry among those that are not left out: int64, shape [1]. */
export type NemoAsrItem<Of, O = None> = O extends { readSampleRate: false } & { readText: false } & { readIdxs: true } ? [audio: Of, idx: Of] : O extends { readText: false } & { readIdxs: true } ? [audio: Of, sampleRate: Of, idx: Of] : O extends { readSampleRate: false } & { readIdxs: true } ? [audio: Of, text: Of, idx: Of] : O extends { readSampleRate: false } & { readText: false } ? [audio: Of] : O extends { readIdxs: true } ? [audio: Of, sampleRate: Of, text: Of, idx: Of] : O extends { readText: false } ? [audio: Of, sampleRate: Of] : O extends { readSampleRate: false } ? [audio: Of, text: Of] : [audio: Of, sampleRate: Of, text: Of]

/** Made by `nd.readers.nemoAsr()`. Reads sounds and their transcripts by the manifests of NVIDIA NeMo: files of lines, each a JSON object with `audio_filepath` and, where they are known, `text`, `offset` and `duration`. Sounds are decoded, mixed to one channel and resampled as decoders.audio does it. Each sample's source, as errors and sourceInfo() show it, is the path of its sound. docs/data/nemo.md shows how such a set is made, and says where DALI differs. */
export class NemoAsrReader<Of extends Batch | Tensor = Batch | Tensor, O = None> extends Reader<
  Of,
  NemoAsrItem<Batch, O>,
  NemoAsrItem<Of, O>
> {
  /** @internal See readers.nemoAsr(). */
  constructor(options: NemoAsrReaderOptions, site: Site = siteBelow(NemoAsrReader as never)) {
    super('readers.nemoAsr', options, site)
  }
}

function nemoAsr<const O extends NemoAsrReaderOptions & { batchSize: number }>(options: Given<O, NemoAsrReaderOptions>): NemoAsrReader<Batch, O>
function nemoAsr<const O extends NemoAsrReaderOptions>(options: Given<O, NemoAsrReaderOptions>): NemoAsrReader<Tensor, O>
function nemoAsr(options: NemoAsrReaderOptions): NemoAsrReader {
  return new NemoAsrReader(options, siteBelow(nemoAsr))
}

/** Arguments of `nd.readers.numpy`: those of `fn.readers.numpy`, and these. */
export interface NumpyReaderOptions extends Omit<ReadersNumpyOptions, keyof ReaderOptions>, ReaderOptions {}

/** What `nd.readers.numpy` gives for a batch, or for a sample. `array`: The array, in its dtype and shape, or its window. */
export type NumpyItem<Of> = [array: Of]

/** Made by `nd.readers.numpy()`. Reads the arrays of .npy files, one of each file, or a window of each (roiStart and so on). The files are given by one of three arguments: fileRoot alone, fileList, or files. Arrays may be in C or Fortran order; a window takes only the bytes of its rows from the file. Each sample's source, as errors and sourceInfo() show it, is its path. docs/data/numpy.md shows how such a set is made, and says where DALI differs. */
export class NumpyReader<Of extends Batch | Tensor = Batch | Tensor> extends Reader<
  Of,
  NumpyItem<Batch>,
  NumpyItem<Of>
> {
  /** @internal See readers.numpy(). */
  constructor(options: NumpyReaderOptions, site: Site = siteBelow(NumpyReader as never)) {
    super('readers.numpy', options, site)
  }
}

function numpy(options: NumpyReaderOptions & { batchSize: number }): NumpyReader<Batch>
function numpy(options: NumpyReaderOptions): NumpyReader<Tensor>
function numpy(options: NumpyReaderOptions): NumpyReader {
  return new NumpyReader(options, siteBelow(numpy))
}

/** Arguments of `nd.readers.parquet`: those of `fn.readers.parquet`, and these. */
export interface ParquetReaderOptions extends Omit<ReadersParquetOptions, keyof ReaderOptions>, ReaderOptions {}

/** What `nd.readers.parquet` gives for a batch, or for a sample. `values`: The column's value: a number, shape []; a list of numbers, shape [values]; or for 'string' its bytes: uint8, shape [bytes]. */
export type ParquetItem<Of> = Record<string, Of>

/** Made by `nd.readers.parquet()`. Reads rows of Parquet files: columns of bytes (images, texts), of numbers, and of lists of numbers. columns says which are outputs; the result is an object with an output for each, under the column's name. When the data set is opened, the metadata at the ends of the files and the heads of their pages are read; rows are then read in any order, and pages that are unpacked stay in memory, up to pageCacheBytes of them. What a file claims beyond its own bytes is limited: maxMetadataBytes, maxRows, maxUnpackedBytes. Each sample's source, as errors and sourceInfo() show it, is path:row. docs/data/parquet.md shows how such a set is made. */
export class ParquetReader<Of extends Batch | Tensor = Batch | Tensor> extends Reader<
  Of,
  ParquetItem<Batch>,
  ParquetItem<Of>
> {
  /** @internal See readers.parquet(). */
  constructor(options: ParquetReaderOptions, site: Site = siteBelow(ParquetReader as never)) {
    super('readers.parquet', options, site)
  }
}

function parquet(options: ParquetReaderOptions & { batchSize: number }): ParquetReader<Batch>
function parquet(options: ParquetReaderOptions): ParquetReader<Tensor>
function parquet(options: ParquetReaderOptions): ParquetReader {
  return new ParquetReader(options, siteBelow(parquet))
}

/** Arguments of `nd.readers.tfrecord`: those of `fn.readers.tfrecord`, and these. */
export interface TfrecordReaderOptions extends Omit<ReadersTfrecordOptions, keyof ReaderOptions>, ReaderOptions {}

/** What `nd.readers.tfrecord` gives for a batch, or for a sample. `values`: The feature's values: int64 or float32 in its shape, or for 'string' its bytes: uint8, shape [bytes]. */
export type TfrecordItem<Of> = Record<string, Of>

/** Made by `nd.readers.tfrecord()`. Reads tf.train.Example records from TFRecord files. features says which features of a record are outputs, and of which kind; the result is an object with an output for each, under the feature's name. The files are listed when the data set is opened, by the lengths of their records, or an index of tfrecord2idx is read; records are then read in any order. Each sample's source, as errors and sourceInfo() show it, is path:offset of its data. docs/data/tfrecord.md shows how such a set is read, and says where DALI differs. */
export class TfrecordReader<Of extends Batch | Tensor = Batch | Tensor> extends Reader<
  Of,
  TfrecordItem<Batch>,
  TfrecordItem<Of>
> {
  /** @internal See readers.tfrecord(). */
  constructor(options: TfrecordReaderOptions, site: Site = siteBelow(TfrecordReader as never)) {
    super('readers.tfrecord', options, site)
  }
}

function tfrecord(options: TfrecordReaderOptions & { batchSize: number }): TfrecordReader<Batch>
function tfrecord(options: TfrecordReaderOptions): TfrecordReader<Tensor>
function tfrecord(options: TfrecordReaderOptions): TfrecordReader {
  return new TfrecordReader(options, siteBelow(tfrecord))
}

/** Arguments of `nd.readers.video`: those of `fn.readers.video`, and these. */
export interface VideoReaderOptions extends Omit<ReadersVideoOptions, keyof ReaderOptions>, ReaderOptions {}

/** What `nd.readers.video` gives for a batch, or for a sample. `video`: The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. `labels`, with fileRoot or fileList or labels: The label: int32, shape [1]. `frameNum`, with enableFrameNum: The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds. `timestamps`, with enableTimestamps: When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds. `audio`, with audio: The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel. */
export type VideoItem<Of, O = None> = O extends ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true } & { audio: true } ? [video: Of, labels: Of, frameNum: Of, timestamps: Of, audio: Of] : O extends { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true } & { audio: true } ? [video: Of, frameNum: Of, timestamps: Of, audio: Of] : O extends ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableTimestamps: true } & { audio: true } ? [video: Of, labels: Of, timestamps: Of, audio: Of] : O extends ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableFrameNum: 'scalar' | 'sequence' } & { audio: true } ? [video: Of, labels: Of, frameNum: Of, audio: Of] : O extends ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true } ? [video: Of, labels: Of, frameNum: Of, timestamps: Of] : O extends { enableTimestamps: true } & { audio: true } ? [video: Of, timestamps: Of, audio: Of] : O extends { enableFrameNum: 'scalar' | 'sequence' } & { audio: true } ? [video: Of, frameNum: Of, audio: Of] : O extends ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { audio: true } ? [video: Of, labels: Of, audio: Of] : O extends { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true } ? [video: Of, frameNum: Of, timestamps: Of] : O extends ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableTimestamps: true } ? [video: Of, labels: Of, timestamps: Of] : O extends ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableFrameNum: 'scalar' | 'sequence' } ? [video: Of, labels: Of, frameNum: Of] : O extends { audio: true } ? [video: Of, audio: Of] : O extends { enableTimestamps: true } ? [video: Of, timestamps: Of] : O extends { enableFrameNum: 'scalar' | 'sequence' } ? [video: Of, frameNum: Of] : O extends ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) ? [video: Of, labels: Of] : [video: Of]

/** Made by `nd.readers.video()`. Reads clips of videos as experimental.readers.video does, with the arguments of DALI's older reader. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from. */
export class VideoReader<Of extends Batch | Tensor = Batch | Tensor, O = None> extends Reader<
  Of,
  VideoItem<Batch, O>,
  VideoItem<Of, O>
> {
  /** @internal See readers.video(). */
  constructor(options: VideoReaderOptions, site: Site = siteBelow(VideoReader as never)) {
    super('readers.video', options, site)
  }
}

function video<const O extends VideoReaderOptions & { batchSize: number }>(options: Given<O, VideoReaderOptions>): VideoReader<Batch, O>
function video<const O extends VideoReaderOptions>(options: Given<O, VideoReaderOptions>): VideoReader<Tensor, O>
function video(options: VideoReaderOptions): VideoReader {
  return new VideoReader(options, siteBelow(video))
}

/** Arguments of `nd.readers.videoResize`: those of `fn.readers.videoResize`, and these. */
export interface VideoResizeReaderOptions extends Omit<ReadersVideoResizeOptions, keyof ReaderOptions>, ReaderOptions {}

/** What `nd.readers.videoResize` gives for a batch, or for a sample. `video`: The clip: shape [frames, height, width, channels], layout FHWC; 3 channels, or 4 with imageType 'rgba'. `labels`, with fileRoot or fileList or labels: The label: int32, shape [1]. `frameNum`, with enableFrameNum: The number of the clip's first frame, shape [1], or with 'sequence' that of each frame, shape [frames]: int32. -1 stands for a frame that padding adds. `timestamps`, with enableTimestamps: When each frame is shown, in seconds from the video's first frame on: float64, shape [frames]. -1 stands for a frame that padding adds. `audio`, with audio: The sound from when the first of its frames is shown until the last one ends: float32, shape [samples, channels], or [samples] with `downmix`; the same for frames in any order, and silence where the track has none. A video without sound gives no samples, of one channel. */
export type VideoResizeItem<Of, O = None> = O extends ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true } & { audio: true } ? [video: Of, labels: Of, frameNum: Of, timestamps: Of, audio: Of] : O extends { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true } & { audio: true } ? [video: Of, frameNum: Of, timestamps: Of, audio: Of] : O extends ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableTimestamps: true } & { audio: true } ? [video: Of, labels: Of, timestamps: Of, audio: Of] : O extends ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableFrameNum: 'scalar' | 'sequence' } & { audio: true } ? [video: Of, labels: Of, frameNum: Of, audio: Of] : O extends ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true } ? [video: Of, labels: Of, frameNum: Of, timestamps: Of] : O extends { enableTimestamps: true } & { audio: true } ? [video: Of, timestamps: Of, audio: Of] : O extends { enableFrameNum: 'scalar' | 'sequence' } & { audio: true } ? [video: Of, frameNum: Of, audio: Of] : O extends ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { audio: true } ? [video: Of, labels: Of, audio: Of] : O extends { enableFrameNum: 'scalar' | 'sequence' } & { enableTimestamps: true } ? [video: Of, frameNum: Of, timestamps: Of] : O extends ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableTimestamps: true } ? [video: Of, labels: Of, timestamps: Of] : O extends ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) & { enableFrameNum: 'scalar' | 'sequence' } ? [video: Of, labels: Of, frameNum: Of] : O extends { audio: true } ? [video: Of, audio: Of] : O extends { enableTimestamps: true } ? [video: Of, timestamps: Of] : O extends { enableFrameNum: 'scalar' | 'sequence' } ? [video: Of, frameNum: Of] : O extends ({ fileRoot: string } | { fileList: string } | { labels: number | readonly number[] }) ? [video: Of, labels: Of] : [video: Of]

/** Made by `nd.readers.videoResize()`. Reads clips of videos as readers.video does, and resizes their frames as resize does, each as soon as it is decoded. With device 'gpu' the GPU's video engines decode, and threads what these do not take. It takes the video plugin: docs/guides/video.md#what-it-takes says where it comes from. */
export class VideoResizeReader<Of extends Batch | Tensor = Batch | Tensor, O = None> extends Reader<
  Of,
  VideoResizeItem<Batch, O>,
  VideoResizeItem<Of, O>
> {
  /** @internal See readers.videoResize(). */
  constructor(options: VideoResizeReaderOptions, site: Site = siteBelow(VideoResizeReader as never)) {
    super('readers.videoResize', options, site)
  }
}

function videoResize<const O extends VideoResizeReaderOptions & { batchSize: number }>(options: Given<O, VideoResizeReaderOptions>): VideoResizeReader<Batch, O>
function videoResize<const O extends VideoResizeReaderOptions>(options: Given<O, VideoResizeReaderOptions>): VideoResizeReader<Tensor, O>
function videoResize(options: VideoResizeReaderOptions): VideoResizeReader {
  return new VideoResizeReader(options, siteBelow(videoResize))
}

/** Arguments of `nd.readers.webdataset`: those of `fn.readers.webdataset`, and these. */
export interface WebdatasetReaderOptions extends Omit<ReadersWebdatasetOptions, keyof ReaderOptions>, ReaderOptions {}

/** What `nd.readers.webdataset` gives for a batch, or for a sample. `components`: The component's bytes: uint8, or the dtype that dtypes gives, shape [elements]. With parse its numbers: int64, or the dtype that dtypes gives, shape [] for one. Where the component is missing, there are no elements, and one number is a bad sample. */
export type WebdatasetItem<Of> = Of[]

/** Made by `nd.readers.webdataset()`. Reads samples from tar archives, the shards of a WebDataset. Consecutive files of an archive with the same name up to the first dot of the base name are one sample; the rest of the name is the component's extension. Each output is the component whose extension ext lists for it: its bytes or, with parse, the numbers that it holds as text. The archives are listed when the data set is opened, by their headers alone, or an index of wds2idx is read; samples are then read in any order. Each sample's source, as errors and sourceInfo() show it, is path:offset:name of its first component. docs/data/webdataset.md shows how such a set is made, and says where DALI differs. */
export class WebdatasetReader<Of extends Batch | Tensor = Batch | Tensor> extends Reader<
  Of,
  WebdatasetItem<Batch>,
  WebdatasetItem<Of>
> {
  /** @internal See readers.webdataset(). */
  constructor(options: WebdatasetReaderOptions, site: Site = siteBelow(WebdatasetReader as never)) {
    super('readers.webdataset', options, site)
  }
}

function webdataset(options: WebdatasetReaderOptions & { batchSize: number }): WebdatasetReader<Batch>
function webdataset(options: WebdatasetReaderOptions): WebdatasetReader<Tensor>
function webdataset(options: WebdatasetReaderOptions): WebdatasetReader {
  return new WebdatasetReader(options, siteBelow(webdataset))
}

/**
 * Readers of imperative mode: each takes the arguments of its twin in `fn.readers`, `batchSize`, `prefetchQueueDepth` and
 * `runAhead`. Errors: INVALID_ARGUMENT; what is wrong with the data comes with the first loop.
 */
export const readers = { caffe, caffe2, coco, file, lerobot, lmdb, mds, mxNet, nemoAsr, numpy, parquet, tfrecord, video, videoResize, webdataset }

/** Readers and operators that may change: nd.experimental.* */
export const experimental: Ops['experimental'] & { readonly readers: {
  readonly fits: typeof fits
  readonly video: typeof experimentalVideo
} } = answering(
  { ...ops.experimental, readers: answering({ fits, video: experimentalVideo }, 'nd', 'experimental.readers.') },
  'nd',
  'experimental.',
)
