// The data sets that the pages of readers begin with, as the first steps of these pages make them of the photos that the package
// brings: the programs of the pages run over them.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { datum, protos, tensor } from '../readers/caffe.js'
import { fits, image } from '../readers/fits.js'
import { camerasGolden, writeFiles, writeSet } from '../readers/lerobot.js'
import { lmdb } from '../readers/lmdb.js'
import { bytesOf, mds } from '../readers/mds.js'
import { npy } from '../readers/npy.js'
import { parquet } from '../readers/parquet.js'
import { bytes, field, varint } from '../readers/protobuf.js'
import * as recordIo from '../readers/record-io.js'
import { photos, sounds } from '../readers/sets/sets.js'
import { tar } from '../readers/tar.js'
import { example, record } from '../readers/tfrecord.js'

const videos = join(photos, '../videos')

/** The photos in the folders of their classes, in the order of their names. */
const set = readdirSync(photos, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()
  .flatMap((kind, label) =>
    readdirSync(join(photos, kind))
      .filter((name) => name.endsWith('.jpg'))
      .sort()
      .map((name) => ({ name: `${kind}/${name}`, kind, label, jpeg: readFileSync(join(photos, kind, name)) })),
  )

/** What docs/data/caffe.md writes for a photo of Caffe2: a string, its label, a point and a box. */
const withBox = (jpeg: Buffer, label: number) => {
  const picture = Buffer.concat([field(2, 0), varint(4), bytes(6, jpeg)])
  const numbers = [[label], [10, 20], [0, 0, 100, 50]].map((ints) => tensor({ ints, dims: [ints.length] }))
  return protos([picture, ...numbers])
}

const database = (value: (photo: (typeof set)[number]) => Buffer) =>
  lmdb(set.map((photo, i) => [Buffer.from(String(i).padStart(8, '0')), value(photo)]))

const numbered = (count: number, path: (number: string) => string, data: (i: number) => Buffer) =>
  Array.from({ length: count }, (_, i) => [path(String(i).padStart(4, '0')), data(i)] as const)

const annotations = {
  images: [{ id: 7, file_name: 'animals/cat.jpg', width: 451, height: 300 }],
  categories: [1, 3].map((id) => ({ id, name: `category ${id}` })),
  annotations: [{ image_id: 7, category_id: 3, bbox: [10.5, 20, 64, 32], iscrowd: 0 }],
}

const files = (): (readonly [path: string, contents: string | Buffer])[] => [
  [
    'train-00000',
    Buffer.concat(
      set.map(({ jpeg, label }) =>
        record(example({ 'image/encoded': { bytes: [jpeg] }, 'image/class/label': { ints: [label] } })),
      ),
    ),
  ],
  ['train.rec', Buffer.concat(set.map(({ jpeg, label }) => recordIo.record(recordIo.image(label, jpeg))))],
  ['train.lmdb/data.mdb', database(({ jpeg }) => jpeg)],
  ['train_lmdb/data.mdb', database(({ jpeg, label }) => datum({ data: jpeg, label, encoded: true }))],
  ['train_caffe2/data.mdb', database(({ jpeg, label }) => withBox(jpeg, label))],
  ['train.json', JSON.stringify(annotations)],
  ...['h264.mp4', 'vp9.webm'].map((name) => [`actions/walking/${name}`, readFileSync(join(videos, name))] as const),
  ...Object.entries(
    mds({ image: 'jpeg', label: 'int' }, [
      set.map(({ jpeg, label }) => ({ image: jpeg, label: bytesOf(BigInt64Array.of(BigInt(label))) })),
    ]),
  ).map(([name, data]) => [`train/${name}`, data] as const),
  [
    'train/0.parquet',
    parquet(
      {
        'image.bytes': set.map(({ jpeg }) => jpeg),
        caption: set.map(({ kind }) => Buffer.from(`a photo of ${kind}`)),
        label: set.map(({ label }) => BigInt(label)),
      },
      10,
    ),
  ],
  ...numbered(
    40,
    (number) => `arrays/${number}.npy`,
    (i) => npy({ shape: [200 + i, 210, 3], data: Buffer.alloc(4 * 3 * 210 * (200 + i)) }),
  ),
  ...numbered(
    40,
    (number) => `exposures/${number}.fits`,
    () => fits(image(16, 256, 256), Buffer.alloc(2 * 256 * 256)),
  ),
  [
    'photos-000.tar',
    tar(
      set.flatMap(({ name, label, jpeg }) => {
        const key = name.replace('/', '_').replace(/\.jpg$/, '')
        return [[`${key}.jpg`, jpeg] as const, [`${key}.cls`, String(label)] as const]
      }),
    ),
  ],
  ['speech/train.json', JSON.stringify({ audio_filepath: 'clips/0001.flac', duration: 1.45, text: 'a e i o u' })],
]

/** Writes all of them into a folder. */
export function writeSets(folder: string): void {
  for (const [path, contents] of files()) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), contents)
  }
  writeSet(join(folder, 'pusht'))
  writeFiles(camerasGolden.files, join(folder, 'pusht_video'))
  mkdirSync(join(folder, 'speech/clips'))
  copyFileSync(join(sounds, 'voice.flac'), join(folder, 'speech/clips/0001.flac'))
}
