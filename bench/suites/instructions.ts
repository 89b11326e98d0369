// Counts instructions per image of the per-sample program (valgrind's callgrind), with shares by operator: a number that a busy
// machine does not change, so that a regression shows anywhere. Callgrind emulates AVX2 at most.
// Command: npm run bench -- instructions --data DIR [--images 64]
// Last result: bench/results/instructions.json.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { benchDir } from '../contest.mjs'
import { buildNative } from '../native-build.js'

export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      data: { type: 'string', default: join(benchDir, '../data/photos') },
      images: { type: 'string', default: '64' },
      jobs: { type: 'string', default: 'main,center,decode' },
      out: { type: 'string', default: join(benchDir, 'results/instructions.json') },
    },
  })
  const native = buildNative()
  const images = Number(values.images)
  const table = new Table({
    head: ['job', 'instructions per image', 'largest shares'],
    style: { head: [], border: [] },
  })
  const result: Record<string, { instructionsPerImage: number; functions: { share: number; name: string }[] }> = {}
  for (const job of values.jobs.split(',')) {
    const dir = mkdtempSync(join(tmpdir(), 'penstock-plan-'))
    const dump = ['contenders/penstock.mjs', '--data', values.data, '--job', job, '--threads', '1', '--dump', dir]
    execFileSync(process.execPath, dump, { cwd: benchDir })
    const out = join(dir, 'callgrind.out')
    execFileSync(
      'valgrind',
      [
        '--tool=callgrind',
        '--toggle-collect=penstock_measured',
        `--callgrind-out-file=${out}`,
        join(native, 'program_bench'),
        ...['--plan', join(dir, 'plan.json'), '--images', String(images)],
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    const text = execFileSync('callgrind_annotate', ['--threshold=95', out], { encoding: 'utf8' })
    const total = Number(/([\d,]+).*PROGRAM TOTALS/.exec(text)![1]!.replace(/,/g, ''))
    const functions = [...text.matchAll(/^\s*([\d,]+)\s+\(\s*([\d.]+)%\)\s+\S*?:(.+?)(?: \[.*)?$/gm)].map((m) => ({
      share: Number(m[2]),
      name: m[3]!.replace(/penstock::|\(anonymous namespace\)::/g, '').replace(/\(.*/, ''),
    }))
    result[job] = { instructionsPerImage: Math.round(total / images), functions: functions.slice(0, 12) }
    const shares = functions.slice(0, 6).map((f) => `${f.share.toFixed(1)} % ${f.name}`)
    table.push([job, (total / images / 1e6).toFixed(2).concat(' M'), shares.join('\n')])
  }
  console.log(table.toString())
  writeFileSync(
    values.out,
    `${JSON.stringify({ date: new Date().toISOString().slice(0, 10), images, result }, null, 1)}\n`,
  )
}
