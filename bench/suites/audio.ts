// Measures how fast sounds are decoded, resampled and turned into spectra, beside DALI on the CPU: 100 sounds of 4.6 s, mono, 16 kHz, in
// batches of 32 with 2 threads, warm. The jobs wav, flac, ogg, resample (to 8 kHz) and speech (FLAC to mel) read and decode files;
// the others read the samples as arrays of float32: convert (audioResample to 8 kHz), spectrogram, mel (that, 80 mel bands, decibels), mfcc
// (that, and 20 coefficients), nonsilent, preemphasis. DALI_PYTHON names a Python with DALI and soundfile.
// Command: npm run bench -- audio [--rounds 5] [--seconds 2] [--batch 32] [--threads 2] [--jobs wav,flac,...]
// Last result: bench/results/audio.json; bench/README.md shows its table.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { benchDir, contest, median, type Result, rates, ratios, spread } from '../contest.mjs'

const jobs = [
  ...['wav', 'flac', 'ogg', 'resample', 'speech', 'convert'],
  ...['spectrogram', 'mel', 'mfcc', 'nonsilent', 'preemphasis'],
]
const rivals = join(benchDir, 'rivals')
const python = process.env.DALI_PYTHON ?? '.venv-dali/bin/python'

/** Median, least and most. */
const summary = (values: number[]) => {
  const round = (v: number) => Number(v.toPrecision(4))
  return { median: round(median(values)), least: round(Math.min(...values)), most: round(Math.max(...values)) }
}
const cpu = (list: Result[] = []) => list.map((one) => Number(one.cpuUsPerSample))
/** The ratio of the other one's CPU time to ours, round by round. */
const cpuRatios = (ours: Result[], theirs: Result[]) => cpu(theirs).map((us, i) => us / cpu(ours)[i]!)

async function measure(flags: string[], rounds: number, seconds: number) {
  const { results } = await contest(
    [
      { name: 'penstock', command: [process.execPath, 'contenders/audio.mjs', ...flags] },
      { name: 'DALI', cwd: rivals, command: [python, 'rival_dali_audio.py', ...flags] },
    ],
    rounds,
    seconds,
  )
  const [ours, theirs] = [results.penstock ?? [], results.DALI ?? []]
  return {
    soundsPerSecond: { penstock: summary(rates(ours)), dali: summary(rates(theirs)) },
    cpuUsPerSound: { penstock: summary(cpu(ours)), dali: summary(cpu(theirs)) },
    rateRatio: summary(ratios(ours, theirs)),
    cpuRatio: summary(cpuRatios(ours, theirs)),
    row: [spread(ratios(ours, theirs)), spread(cpuRatios(ours, theirs))],
  }
}

export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '2' },
      batch: { type: 'string', default: '32' },
      threads: { type: 'string', default: '2' },
      jobs: { type: 'string', default: jobs.join(',') },
    },
  })
  const file = join(benchDir, 'results/audio.json')
  const folder = mkdtempSync(join(tmpdir(), 'penstock-audio-'))
  const head = ['', 'sounds/s', 'DALI', 'rate / DALI', 'CPU us', 'DALI', 'CPU of DALI / penstock']
  const table = new Table({ head, style: { head: [], border: [] } })
  try {
    const voice = join(benchDir, '../data/sounds/voice.flac')
    execFileSync(python, ['rival_dali_audio.py', '--data', folder, '--prepare', voice], { cwd: rivals })
    const flags = ['--data', folder, '--batch', values.batch, '--threads', values.threads]
    for (const job of values.jobs.split(',')) {
      const made = await measure([...flags, '--job', job], Number(values.rounds), Number(values.seconds))
      const { row, ...stored } = made
      const [rate, us] = [made.soundsPerSecond, made.cpuUsPerSound]
      table.push([job, rate.penstock.median, rate.dali.median, row[0], us.penstock.median, us.dali.median, row[1]])
      const kept = readJson(file)
      const { rounds, seconds, batch, threads } = values
      kept[job] = { date: new Date().toISOString().slice(0, 10), rounds, seconds, batch, threads, ...stored }
      writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`)
    }
    console.log(`${values.rounds} rounds of ${values.seconds} s, median (min-max)\n${table.toString()}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readJson(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
