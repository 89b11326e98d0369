// Measures what each shuffle is worth, and what it costs. The first part needs no data: orders of a set that is sorted by class, and
// how well each mixes it. The second part (--reads) reads such sets from the disk, which has forgotten them, and from a store
// that answers after a while, each order in turn; it keeps the numbers in bench/results/shuffle.json and writes the table in bench/shuffle/README.md.
// Command: npm run bench -- shuffle [--samples 1000000] [--bytes 110000] [--classes 1000] [--batch 256] [--windows 4,16,64,256]
//          npm run bench -- shuffle --reads [--folder DIR] [--megabytes 2000] [--rounds 5] [--sets photos,records,store]
// Last result: bench/shuffle/README.md.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { between } from '../../tools/gen/documents.js'
import { benchDir } from '../contest.mjs'
import { ordersOf } from '../shuffle/orders.js'
import { qualityOf } from '../shuffle/quality.js'
import { type OrderRead, readInOrders, type Summary, sets } from '../shuffle/reads.js'

export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      samples: { type: 'string', default: '1000000' },
      bytes: { type: 'string', default: '110000' },
      classes: { type: 'string', default: '1000' },
      batch: { type: 'string', default: '256' },
      windows: { type: 'string', default: '4,16,64,256' },
      reads: { type: 'boolean', default: false },
      folder: { type: 'string', default: tmpdir() },
      megabytes: { type: 'string', default: '2000' },
      rounds: { type: 'string', default: '5' },
      sets: { type: 'string', default: Object.keys(sets).join(',') },
    },
  })
  const windows = values.windows.split(',').map(Number)
  if (!values.reads) {
    const { samples, bytes, classes, batch } = values
    console.log(qualityTable(Number(samples), Number(bytes), Number(classes), Number(batch), windows))
    return
  }
  const folder = mkdtempSync(join(values.folder, 'penstock-shuffle-'))
  const results = join(benchDir, 'results/shuffle.json')
  const kept: Record<string, SetRead> = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : {}
  try {
    for (const name of values.sets.split(',')) {
      const { rounds, megabytes } = values
      const orders = await readInOrders(name, folder, Number(megabytes) * 1e6, Number(rounds))
      kept[name] = { date: new Date().toISOString().slice(0, 10), rounds: Number(rounds), orders }
      writeFileSync(results, `${JSON.stringify(kept, null, 2)}\n`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const page = join(benchDir, 'shuffle/README.md')
  const table = readsTable(kept)
  writeFileSync(page, between(readFileSync(page, 'utf8'), 'reads', table))
  console.log(table.join('\n'))
}

interface SetRead {
  date: string
  rounds: number
  orders: Record<string, OrderRead>
}

/** The names of the sets in the table. */
const words: Record<string, string> = {
  photos: 'archives of 110 KB a sample, a disk whose files are not in memory',
  records: 'TFRecord files of 200 bytes a sample, the same disk',
  store: 'archives of 110 KB a sample, a store that answers after 5 ms',
}

function readsTable(kept: Record<string, SetRead>): string[] {
  const shown = ([median, least, most]: Summary) => `${median} (${least}-${most})`
  const lines = Object.entries(kept).flatMap(([name, { orders }]) =>
    Object.entries(orders).map(([order, { samplesPerSecond, ofNoShuffle, cpuUsPerSample }]) => {
      const rate = Math.round(samplesPerSecond[0]).toLocaleString('en')
      return `| ${words[name] ?? name} | ${order} | ${rate} | ${shown(ofNoShuffle)} | ${cpuUsPerSample[0]} |`
    }),
  )
  return [
    '| set | order | samples/s | of the rate without a shuffle | CPU us per sample |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
  ]
}

function qualityTable(samples: number, bytes: number, classes: number, batch: number, windows: readonly number[]) {
  const table = new Table({
    head: ['', 'rank correlation', 'epoch to epoch', 'neighbours together', 'pairs again', 'label entropy (least)'],
    style: { head: [], border: [] },
  })
  const share = (value: number) => `${(value * 100).toFixed(3)} %`
  for (const [name, epoch] of ordersOf(samples, bytes, windows)) {
    const q = qualityOf(epoch, batch, Math.ceil(samples / classes))
    const entropy = `${q.entropy.mean.toFixed(2)} (${q.entropy.least.toFixed(2)})`
    table.push([name, q.files.toFixed(3), q.epochs.toFixed(3), share(q.neighbours), share(q.again), entropy])
  }
  return `${samples} samples of ${bytes} bytes, ${classes} classes, batches of ${batch}\n${table.toString()}`
}
