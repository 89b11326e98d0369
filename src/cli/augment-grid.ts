// `penstock-data run --augment-grid`: one sample in a grid, first as its source gives it, then as the pipeline makes it in epoch after
// epoch. Random numbers depend on seed, operator, epoch and sample alone, so each cell is what training gets in that epoch, and the
// same seed draws the same grid.
import { extname, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { escapedJson } from '../errors/escaped.js'
import { invalidArgument, unsupported } from '../errors/factories.js'
import type { TensorList } from '../index.js'
import { cellsOf } from '../preview/cells.js'
import { fitted, rawImage, sampled, shadingOf } from '../preview/image.js'
import { originalOf } from '../preview/original.js'
import { type Output, rolesOf } from '../preview/roles.js'
import { type Cell, drawSheet, sideOf } from '../preview/sheet.js'
import { factLines, faint } from '../statistics/table.js'
import { factsOfPipe } from './contact-sheet.js'
import { checkWritable, writeFile } from './out/file.js'
import type { Job, RunOptions } from './types.js'

const defaults = { draws: 15, out: 'augment-grid.png', side: 256 }
const maxSheet = 4096

/** Throws for options that mean nothing beside --augment-grid, before the pipeline is made. */
export function checkGrid(options: RunOptions): void {
  const names = { epochs: '--epochs', seconds: '--seconds', dashboard: '--dashboard' } as const
  for (const [name, option] of Object.entries(names)) {
    if (options[name as keyof typeof names] === undefined) continue
    throw invalidArgument(
      `Expected --augment-grid or ${option} but received both: the grid is of one sample`,
      '--draws says how often it is drawn',
    )
  }
  const path = gridPath(options)
  if (extname(path).toLowerCase() !== '.png')
    throw invalidArgument(
      `Expected a name that ends in .png for --out but received '${path}'`,
      '--augment-grid writes a picture',
    )
  checkWritable(path)
}

const gridPath = ({ out = defaults.out }: RunOptions) => out

/** Draws the grid and writes it. */
export async function augmentGrid(job: Job, options: RunOptions, print: (text: string) => void): Promise<void> {
  const index = options.augmentGrid === true ? 0 : options.augmentGrid!
  const draws = options.draws ?? defaults.draws
  const side = sideOf(draws + 1, maxSheet, job.size ?? defaults.side)
  const original = await originalCell(job, index, side)
  const drawn: Cell[] = []
  let source = ''
  for (let epoch = 0; epoch < draws; epoch++) {
    const draw = await drawOf(job, { index, epoch, side })
    drawn.push(draw.cell)
    source ||= draw.source
    // Signals get a turn.
    await setImmediate()
  }
  const png = drawSheet([...(original ? [original] : []), ...drawn]).png()
  const path = gridPath(options)
  writeFile(path, [png])
  const { seed } = job.pipe.options
  const facts = { augmentGrid: resolve(path), data: job.source, sample: index, source, seed, draws }
  if (options.json) return print(`${escapedJson(facts)}\n`)
  const line = [`sample ${index}${source && `, ${source}`}`, `epochs 0 to ${draws - 1}`, `seed ${seed}`]
  print(`${faint(factLines(line, ''))}\nAugment grid: ${path}\n`)
}

/** The sample as its source gives it. */
async function originalCell({ pipe }: Job, index: number, side: number): Promise<Cell | undefined> {
  const insides = pipe.insides as typeof pipe.insides | undefined
  const list = insides && (await originalOf(insides.graph, insides.options, index, 0))
  if (!list) return undefined
  try {
    const raw = rawImage(list.at(0))
    if (!raw) return undefined
    const image = sampled(raw, fitted(raw, side))
    return { image, shading: shadingOf([image]), caption: [{ text: 'original' }] }
  } finally {
    list.release()
  }
}

/** The sample as the pipeline makes it in an epoch. */
async function drawOf(job: Job, { index, epoch, side }: { index: number; epoch: number; side: number }) {
  const batch = await job.pipe.replay(index, epoch)
  const lists = Object.entries(batch) as [string, TensorList][]
  const facts = factsOfPipe(job.pipe)
  try {
    const outputs = await Promise.all(
      lists.map(
        async ([name, list], i): Promise<Output> => ({
          name: Array.isArray(batch) ? (job.names?.[i] ?? `output${i}`) : name,
          list: list.device === 'gpu' ? await list.toCpu() : list,
          facts: facts[i] ?? {},
        }),
      ),
    )
    const roles = rolesOf(outputs)
    const [cell] = cellsOf(roles, { side, count: 1 }) ?? []
    if (!cell?.image)
      throw unsupported(
        'Expected an output that looks like images for --augment-grid but there is none',
        'Images have the layout HWC, CHW or HW, and 1, 3 or 4 channels',
      )
    const shading = shadingOf([cell.image], roles.images?.facts.normalisation)
    const source = lists[0]![1].sourceInfo(0).source
    return { cell: { ...cell, shading, caption: [{ text: `epoch ${epoch}` }] }, source }
  } finally {
    lists[0]?.[1].release()
  }
}
