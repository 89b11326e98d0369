// What each shuffle is worth, and what it costs. The first part needs no data: orders of a set that is sorted by class, and
// how well each mixes it. The second part (--reads) reads such sets from the disk, which has forgotten them, and from a web
// server that answers after a while, each order in turn.
// Command: npm run bench -- shuffle [--samples 1000000] [--bytes 110000] [--classes 1000] [--batch 256] [--windows 4,16,64,256]
//          npm run bench -- shuffle --reads [--folder DIR] [--megabytes 2000] [--rounds 5] [--sets photos,records,store]
// Last result: docs/epochs.md.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { ordersOf } from '../shuffle/orders.js'
import { qualityOf } from '../shuffle/quality.js'
import { readInOrders, sets } from '../shuffle/reads.js'

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
  try {
    for (const name of values.sets.split(',')) {
      console.log(await readInOrders(name, folder, Number(values.megabytes) * 1e6, Number(values.rounds)))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
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
