// Measures what reading alone costs: the same photos as tar shards, TFRecord files, RecordIO files and single files, read as bytes in batches of 64
// with 2 threads, warm, beside DALI's readers. No photo is decoded. DALI hands out parts of its mapping without reading
// them; penstock copies every byte into the batch. The jobs numpy* read arrays of 602 KB in C and Fortran order, and windows of them.
// Command: npm run bench -- readers --data DIR [--rounds 5] [--seconds 3] [--samples 1000] [--jobs webdataset,...]
// Last result: bench/README.md.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { npy, toFortran } from '../../test/readers/npy.js'
import { image, record as recordIO } from '../../test/readers/record-io.js'
import { tar } from '../../test/readers/tar.js'
import { example, record } from '../../test/readers/tfrecord.js'
import { benchDir, contest, type Entry, median, type Result, rates, ratios, spread } from '../contest.mjs'
import { readPhotos } from '../photos.mjs'

/** The way in which the photos are read; `dali`: the way of DALI, for a comparison. */
const jobs: Record<string, { ours: string[]; dali?: string }> = {
  file: { ours: ['file'], dali: 'file' },
  webdataset: { ours: ['webdataset', 'webdataset-shuffled', 'file'], dali: 'webdataset' },
  'webdataset-plain': { ours: ['webdataset-plain'], dali: 'webdataset-plain' },
  tfrecord: { ours: ['tfrecord', 'tfrecord-shuffled', 'file'], dali: 'tfrecord' },
  'tfrecord-small': {
    ours: ['tfrecord-small', 'tfrecord-smallshuffled', 'tfrecord-smallblocks'],
    dali: 'tfrecord-small',
  },
  mxnet: { ours: ['mxnet', 'mxnet-shuffled', 'file'], dali: 'mxnet' },
  numpy: { ours: ['numpy'], dali: 'numpy' },
  'numpy-fortran': { ours: ['numpy-fortran'], dali: 'numpy-fortran' },
  'numpy-roi': { ours: ['numpy-roi'], dali: 'numpy-roi' },
  'numpy-roifortran': { ours: ['numpy-roifortran'], dali: 'numpy-roifortran' },
  coco: { ours: ['coco', 'coco-shuffled', 'file'], dali: 'coco' },
  // 32 archives as the sources of a mixture, and as one source.
  mixture: { ours: ['mixture', 'parts', 'parts-shuffled'] },
  'mixture-small': { ours: ['mixture-small', 'parts-small', 'parts-smallshuffled'] },
  // How long it takes to open 100 MB of annotations: samples that are listed in a second.
  'cocoindex-boxes': { ours: ['cocoindex-boxes'], dali: 'cocoindex-boxes' },
  'cocoindex-polygons': { ours: ['cocoindex-polygons'], dali: 'cocoindex-polygons' },
}

/** Writes `count` photos in every form, in four shards. Returns the folder. */
function prepare(data: string, count: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-readers-'))
  const photos = readPhotos(data)
  mkdirSync(join(folder, 'files'))
  const shard = (i: number) => Math.floor((i * 4) / count)
  const images: Buffer[][] = []
  for (let s = 0; s < 4; s++) {
    const own = Array.from({ length: count }, (_, i) => i).filter((i) => shard(i) === s)
    const name = (i: number) => String(i).padStart(6, '0')
    const photo = (i: number) => photos[i % photos.length]!
    for (const i of own) writeFileSync(join(folder, 'files', `${name(i)}.jpg`), photo(i))
    writeFileSync(join(folder, `${s}.tar`), tar(own.map((i) => [`${name(i)}.jpg`, photo(i)])))
    write(
      folder,
      `${s}.tfrecord`,
      own.map((i) => example({ image: { bytes: [photo(i)] }, label: { ints: [i] } })),
    )
    images.push(own.map((i) => image(i, photo(i), i)))
    const small = Array.from({ length: count * 10 }, (_, i) => i)
    write(
      folder,
      `${s}.small`,
      small.map((i) => example({ image: { bytes: [Buffer.alloc(160, i)] }, label: { ints: [i] } })),
    )
  }
  writeRecordIO(folder, images)
  writeParts(folder, photos, count)
  writeArrays(folder)
  writeCoco(folder, 'coco.json', count, 3)
  // As many as make 100 MB, of the length that annotations of COCO have.
  writeCoco(folder, 'large.json', 26000, 40)
  return folder
}

/** Writes 32 archives of photos, and 32 of small samples. */
function writeParts(folder: string, photos: readonly Buffer[], count: number): void {
  const each = Math.ceil(count / 32)
  for (let part = 0; part < 32; part++) {
    const name = String(part).padStart(2, '0')
    const own = Array.from({ length: each }, (_, i) => part * each + i)
    writeFileSync(join(folder, `${name}.parts`), tar(own.map((i) => [`${i}.jpg`, photos[i % photos.length]!])))
    const small = Array.from({ length: each * 10 }, (_, i) => i)
    writeFileSync(join(folder, `${name}.smallparts`), tar(small.map((i) => [`${i}.jpg`, Buffer.alloc(160, i)])))
  }
}

/** Writes arrays as large as a photo of 224 x 224 in float32: 200 in C order, and 200 in Fortran order. */
function writeArrays(folder: string): void {
  const shape = [224, 224, 3]
  const data = Buffer.from(Float32Array.from({ length: 224 * 224 * 3 }, (_, i) => i % 1021).buffer)
  const files = {
    arrays: npy({ shape, data }),
    fortran: npy({ shape, fortran: true, data: toFortran(data, shape, 4) }),
  }
  for (const [name, file] of Object.entries(files)) {
    mkdirSync(join(folder, name))
    for (let i = 0; i < 200; i++) writeFileSync(join(folder, name, `${String(i).padStart(3, '0')}.npy`), file)
  }
}

/** Writes a TFRecord file, and its index for DALI. */
function write(folder: string, name: string, examples: readonly Buffer[]): void {
  const records = examples.map(record)
  let offset = 0
  const lines = records.map(({ length }) => {
    const line = `${offset} ${length}\n`
    offset += length
    return line
  })
  writeFileSync(join(folder, name), Buffer.concat(records))
  writeFileSync(join(folder, `${name}.idx`), lines.join(''))
}

/** Writes RecordIO files, and one index of all of them for DALI. */
function writeRecordIO(folder: string, files: readonly (readonly Buffer[])[]): void {
  let offset = 0
  const lines = files.flatMap((images, s) => {
    const records = images.map(recordIO)
    writeFileSync(join(folder, `${s}.rec`), Buffer.concat(records))
    return records.map(({ length }) => {
      const line = `0\t${offset}\n`
      offset += length
      return line
    })
  })
  writeFileSync(join(folder, 'all.rec.idx'), lines.join(''))
}

/** Writes annotations in COCO's form: seven objects for each image, of `vertices` vertices on average. */
function writeCoco(folder: string, name: string, count: number, vertices: number): void {
  let state = 1
  const drawn = (most: number) => {
    state = (state * 48271) % 2147483647
    return Math.round((state / 2147483647) * most * 100) / 100
  }
  const images = Array.from({ length: count }, (_, i) => ({
    license: 3,
    file_name: `${String(i).padStart(6, '0')}.jpg`,
    coco_url: `http://images.cocodataset.org/train2017/${String(i).padStart(12, '0')}.jpg`,
    height: 480,
    width: 640,
    date_captured: '2013-11-14 11:18:45',
    id: i * 5,
  }))
  const parts = [`{"info":{},"images":${JSON.stringify(images)},"annotations":[`]
  for (let id = 0; id < count * 7; id++) {
    const numbers = 2 * (3 + Math.floor(drawn(2 * (vertices - 3))))
    const annotation = {
      segmentation: [Array.from({ length: numbers }, () => drawn(640))],
      area: drawn(50000),
      iscrowd: 0,
      image_id: Math.floor(drawn(count - 1)) * 5,
      bbox: [drawn(400), drawn(400), drawn(200), drawn(80)],
      category_id: 1 + (id % 80),
      id,
    }
    parts.push((id ? ',' : '') + JSON.stringify(annotation))
  }
  const categories = Array.from({ length: 80 }, (_, i) => ({ supercategory: 'thing', id: i + 1, name: `c${i + 1}` }))
  parts.push(`],"categories":${JSON.stringify(categories)}}`)
  writeFileSync(join(folder, name), parts.join(''))
}

const cpuOf = (list: readonly Result[] = []) => list.map((one) => Number(one.cpuUsPerSample))

export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      data: { type: 'string', default: join(benchDir, '../data/photos') },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '3' },
      samples: { type: 'string', default: '1000' },
      threads: { type: 'string', default: '2' },
      jobs: { type: 'string', default: Object.keys(jobs).join(',') },
    },
  })
  const folder = prepare(values.data, Number(values.samples))
  try {
    const flags = ['--data', folder, '--threads', values.threads]
    for (const name of values.jobs.split(',')) {
      const { ours, dali } = jobs[name]!
      const entries: Entry[] = ours.map((job) => ({
        name: job,
        command: [process.execPath, 'contenders/readers.mjs', '--job', job, ...flags],
      }))
      if (dali) {
        const command = [
          process.env.DALI_PYTHON ?? '.venv-dali/bin/python',
          'rival_dali_readers.py',
          '--job',
          dali,
          ...flags,
        ]
        entries.push({ name: 'DALI', cwd: join(benchDir, 'rivals'), command })
      }
      const { results } = await contest(entries, Number(values.rounds), Number(values.seconds))
      const table = new Table({
        head: ['', 'samples/s', `${name} / it`, 'CPU us/sample', `CPU: it / ${name}`],
        style: { head: [], border: [] },
      })
      const [first] = ours
      for (const [contender, list] of Object.entries(results)) {
        const cpu = cpuOf(list)
        const own = cpuOf(results[first!])
        table.push([
          contender,
          median(rates(list)).toFixed(0),
          contender === first ? '' : spread(ratios(results[first!], list)),
          median(cpu).toFixed(2),
          contender === first ? '' : spread(cpu.map((used, i) => used / own[i]!)),
        ])
      }
      console.log(`\n${name}: ${values.rounds} rounds of ${values.seconds} s, median (min-max)\n${table.toString()}`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
