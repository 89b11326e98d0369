// Measures how fast videos become RGB frames: clips of 16 frames in their order (`whole`) and random ones (`clips`), of 720p
// videos that bench/rivals/make_videos.py writes, beside PyAV, torchcodec, DALI on the CPU (VP9 and MJPEG alone) and a loop
// over libavcodec that converts nothing; and how fast 1,000 MP4s are opened and indexed (`open`), beside torchcodec in its
// exact mode. With a GPU, random clips by its video engines too (`h264-gpu`, bench/gpu/videos.mjs). VIDEO_PYTHON names a Python with av, pillow, torch and torchcodec, DALI_PYTHON one with DALI.
// Command: npm run bench -- video [--data DIR] [--rounds 5] [--seconds 4] [--threads 2] [--batch 8] [--only penstock,PyAV]
// [--jobs h264-whole,h264-clips,...]
// Results: bench/results/video.json.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { benchDir, contest, median, type Result, rates, ratios, spread } from '../contest.mjs'
import { noGpu, videosOnGpu } from '../gpu/videos.mjs'
import { buildNative } from '../native-build.js'

const codecs = ['h264', 'hevc', 'av1', 'vp9', 'mjpeg']
const gpuJob = 'h264-gpu'
const jobs = [...codecs.flatMap((codec) => [`${codec}-whole`, `${codec}-clips`]), 'many-open', gpuJob]
const inDali = new Set(['vp9', 'mjpeg'])
const rivals = join(benchDir, 'rivals')
const python = process.env.VIDEO_PYTHON ?? '.venv-video/bin/python'
const daliPython = process.env.DALI_PYTHON ?? '.venv-dali/bin/python'

const summary = (values: number[]) => {
  const round = (v: number) => Number(v.toPrecision(4))
  return { median: round(median(values)), least: round(Math.min(...values)), most: round(Math.max(...values)) }
}
const cpu = (list: Result[]) => list.map((one) => Number(one.cpuUsPerSample))

function contenders(job: string, folder: string, threads: string, batch: string, bare: string) {
  const [data, work] = job.split('-') as [string, string]
  const flags = ['--data', join(folder, data), '--job', work, '--threads', threads]
  const rival = (name: string, interpreter: string, file: string) => ({
    name,
    cwd: rivals,
    command: [interpreter, file, ...flags] as [string, ...string[]],
  })
  const torchcodec = rival('torchcodec', python, 'rival_torchcodec.py')
  const ours = {
    name: 'penstock',
    command: [process.execPath, 'contenders/video.mjs', ...flags, '--batch', batch] as [string, ...string[]],
  }
  if (work === 'open') return [ours, torchcodec]
  return [
    ours,
    rival('PyAV', python, 'rival_pyav.py'),
    torchcodec,
    { name: 'bare loop', command: [bare, ...flags] as [string, ...string[]] },
    ...(inDali.has(data) ? [rival('DALI', daliPython, 'rival_dali_video.py')] : []),
  ]
}

/** With as many threads and clips in a batch as a GPU with several engines takes. */
function onGpu(data: string, turns: { rounds: string; seconds: string }): Promise<Record<string, Result[]>> {
  const bare = join(buildNative('gpu_videos'), 'gpu_videos')
  return videosOnGpu({ data: join(data, 'h264'), bare, threads: '16', batch: '32', ...turns })
}

export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      data: { type: 'string', default: join(tmpdir(), 'penstock-videos') },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      threads: { type: 'string', default: '2' },
      batch: { type: 'string', default: '8' },
      only: { type: 'string' },
      jobs: { type: 'string', default: jobs.join(',') },
    },
  })
  const bare = join(buildNative('bare_video'), 'bare_video')
  mkdirSync(values.data, { recursive: true })
  execFileSync(python, ['make_videos.py', values.data, join(benchDir, '../data/photos')], { cwd: rivals })
  const file = join(benchDir, 'results/video.json')
  const beside = async (job: string): Promise<Record<string, Result[]>> => {
    const all = contenders(job, values.data, values.threads, values.batch, bare)
    const chosen = all.filter(({ name }) => !values.only || values.only.split(',').includes(name))
    return (await contest(chosen, Number(values.rounds), Number(values.seconds))).results
  }
  for (const job of values.jobs.split(',')) {
    const why = job === gpuJob ? noGpu() : undefined
    if (why) {
      console.log(`${job} is left out: ${why}`)
      continue
    }
    const gpu = job === gpuJob
    const turns = { rounds: values.rounds, seconds: values.seconds }
    const results = gpu ? await onGpu(values.data, turns) : await beside(job)
    const ours = results.penstock ?? []
    const table = new Table({
      head: [job, 'per s', 'penstock / it', 'CPU us', 'peak MB'],
      style: { head: [], border: [] },
    })
    const stored: Record<string, object> = {}
    for (const [name, theirs] of Object.entries(results)) {
      if (!theirs.length) continue
      const own = name === 'penstock'
      const megabytes = Math.round(Math.max(...theirs.map((one) => Number(one.peakRssBytes))) / 1e6)
      stored[name] = {
        perSecond: summary(rates(theirs)),
        cpuUs: summary(cpu(theirs)),
        peakMegabytes: megabytes,
        ...(!own && { penstockIsFasterBy: summary(ratios(ours, theirs)) }),
      }
      const ratio = own ? '' : spread(ratios(ours, theirs))
      table.push([name, spread(rates(theirs), 0), ratio, spread(cpu(theirs), 0), megabytes])
    }
    console.log(
      `${job}: ${gpu ? 16 : values.threads} threads, ${values.rounds} rounds of ${values.seconds} s\n${table.toString()}`,
    )
    const kept = readJson(file)
    const { rounds, seconds } = values
    const threads = gpu ? '16' : values.threads
    const date = new Date().toISOString().slice(0, 10)
    // Contenders that were left out keep what they had.
    kept[job] = { ...(kept[job] as object), date, rounds, seconds, threads, ...stored }
    writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`)
  }
}

function readJson(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
