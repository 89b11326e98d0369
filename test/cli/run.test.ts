// `penstock-data run`: the demo's picture and numbers, its errors, and its ways to end early.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fn, pipelineDef } from 'penstock-data'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { portion } from '../util/soak.js'
import { cli, emptyFolder, packageRoot, photos } from './cli.js'

const timeout = 90_000
const copyInto = (folder: string, ...names: string[]) => {
  mkdirSync(folder, { recursive: true })
  for (const name of names)
    writeFileSync(join(folder, name.split('/').at(-1)!), readFileSync(join(packageRoot, 'data', name)))
}

describe('run', { timeout }, () => {
  it('runs the bundled photos, reports, and draws the first batch', async () => {
    const cwd = emptyFolder()
    const { code, stdout, stderr } = await cli(
      ['run', '--epochs', '2', '--seed', '5', '--out', 'sheet.png', '--no-progress'],
      { cwd },
    )
    expect(stderr).toBe('')
    expect(code).toBe(0)
    for (const words of [
      '24 images in bundled photos',
      'busy',
      'starved',
      'blocked',
      'bubble',
      'mailbox',
      'Done: 48 images',
      'Verdict:',
    ]) {
      expect(stdout).toContain(words)
    }
    for (const op of ['decoders.imageRandomCrop', 'resize', 'cropMirrorNormalize']) expect(stdout).toContain(op)
    const png = PNG.sync.read(readFileSync(join(cwd, 'sheet.png')))
    // Each image has the name of its class below it.
    const [across, down] = [224 + 4, 224 + 18 + 4]
    expect([png.width, png.height]).toEqual([6 * across + 4, 4 * down + 4])
    // Each cell is a picture of its own, and the gap is plain.
    const cell = (i: number) => {
      const left = 4 + (i % 6) * across
      const top = 4 + Math.floor(i / 6) * down
      const values = []
      for (let y = 0; y < 224; y += 7)
        for (let x = 0; x < 224; x += 7) values.push(png.data[4 * ((top + y) * png.width + left + x)]!)
      return values
    }
    const cells = Array.from({ length: 24 }, (_, i) => cell(i))
    for (const values of cells) expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(20)
    expect(new Set(cells.map((values) => values.join())).size).toBe(24)
    expect([...png.data.subarray(0, 4)]).toEqual([0x20, 0x20, 0x20, 255])
  })

  it('draws the same with the addon of the demo, which has few operators', async () => {
    const draw = async (name: string, env: Record<string, string>) => {
      const out = join(emptyFolder(), 'sheet.png')
      const ended = await cli(['run', '--epochs', '1', '--seed', '5', '--out', out, '--no-progress'], { env })
      expect([name, ended.code, ended.stderr]).toEqual([name, 0, ''])
      return readFileSync(out)
    }
    const addon = join(packageRoot, 'build/penstock_demo.node')
    expect((await draw('demo', { PENSTOCK_ADDON: addon })).equals(await draw('whole', {}))).toBe(true)
    const none = await cli(['run', '--epochs', '1'], { env: { PENSTOCK_ADDON: '/nowhere/penstock.node' } })
    expect(none.code).toBe(1)
    expect(none.stderr).toMatch(
      /^error NATIVE_UNAVAILABLE: .*\/nowhere\/.*\n {2}hint: Correct PENSTOCK_ADDON, or unset it\n$/,
    )
  })

  it('draws one photo often with --augment-grid: as it is, then as each epoch gives it', async () => {
    const cwd = emptyFolder()
    const grid = async (name: string, ...more: string[]) => {
      const args = ['run', '--augment-grid', '7', '--draws', '2', '--size', '64', '--out', name, ...more]
      const { code, stdout, stderr } = await cli(args, { cwd })
      expect([stderr, code]).toEqual(['', 0])
      return { stdout, png: PNG.sync.read(readFileSync(join(cwd, name))) }
    }
    const [one, again, other] = await Promise.all([
      grid('a.png', '--seed', '3'),
      grid('b.png', '--seed', '3', '--threads', '1', '--json'),
      grid('c.png', '--seed', '4'),
    ])
    expect(one.stdout).toMatch(/^sample 7, .*coffee.*epochs 0 to 1.*\n?.*seed 3\nAugment grid: a.png\n$/)
    expect(JSON.parse(again.stdout)).toMatchObject({ sample: 7, seed: 3, draws: 2, augmentGrid: join(cwd, 'b.png') })
    expect([one.png.width, one.png.height]).toEqual([2 * 68 + 4, 2 * (64 + 18 + 4) + 4])
    expect(one.png.data.equals(again.png.data)).toBe(true)
    // The first cell is the photo, whatever the seed; the draws differ from it, and from each other.
    const cell = ({ png }: typeof one, x: number, y: number) =>
      Array.from({ length: 64 }, (_, v) => {
        const at = 4 * ((4 + 86 * y + v) * png.width + 4 + 68 * x)
        return png.data.subarray(at, at + 4 * 64).toString('hex')
      }).join()
    expect(cell(one, 0, 0)).toBe(cell(other, 0, 0))
    const cells = [cell(one, 0, 0), cell(one, 1, 0), cell(one, 0, 1), cell(other, 1, 0), cell(other, 0, 1)]
    expect(new Set(cells).size).toBe(5)
  })

  it('gives the same picture for the same seed, whatever the threads and the depth', { tags: 'long' }, async () => {
    const cwd = emptyFolder()
    const job = ['run', '--epochs', '1', '--seed', '9', '--size', '64']
    await cli([...job, '--threads', '1', '--depth', '1', '--out', 'a.png'], { cwd })
    await cli([...job, '--threads', '3', '--depth', '4', '--out', 'b.png'], { cwd })
    await cli([...job.slice(0, -3), '10', '--size', '64', '--out', 'c.png'], { cwd })
    const [a, b, c] = ['a.png', 'b.png', 'c.png'].map((name) => readFileSync(join(cwd, name)))
    expect(a!.equals(b!)).toBe(true)
    expect(a!.equals(c!)).toBe(false)
  })

  it('prints nothing but JSON with --json', async () => {
    const { code, stdout } = await cli(['run', '--json', '--epochs', '1', '--batch-size', '7', '--threads', '1'])
    expect(code).toBe(0)
    const report = JSON.parse(stdout)
    expect(report).toMatchObject({ images: 24, batches: 4, epochs: 1, batchSize: 7, threads: 1, contactSheet: null })
    expect(report.firstBatchMs).toBeGreaterThan(0)
    expect(report.statistics.stages.map((s: { kind: string }) => s.kind)).toEqual(['reader', 'cpu', 'sink'])
    for (const { busy, starved, blocked } of report.statistics.stages)
      expect(busy + starved + blocked).toBeCloseTo(1, 6)
  })

  it('reads what the reader reads of a folder, and tells once what is left out', async () => {
    const data = emptyFolder()
    copyInto(data, 'photos/animals/cat.jpg')
    const flat = await cli(['run', '--json', '--no-progress', '--epochs', '1', '--data', data])
    expect([flat.stderr, JSON.parse(flat.stdout).images]).toEqual(['', 1])
    copyInto(join(data, 'deep/er'), 'photos/space/galaxy.jpg')
    for (const name of ['.hidden', '__MACOSX']) copyInto(join(data, name), 'photos/space/galaxy.jpg')
    symlinkSync(join(photos, 'animals'), join(data, 'link'))
    symlinkSync('nowhere', join(data, 'gone'))
    const { code, stdout, stderr } = await cli(['run', '--json', '--no-progress', '--epochs', '1', '--data', data])
    expect(code).toBe(0)
    await using pipe = pipelineDef({ batchSize: 1 }, () => fn.readers.file({ fileRoot: data, name: 'r' }))()
    const { epochSize, classes, ignoredFiles } = pipe.readerMeta('r')
    expect(classes).toEqual(['deep', 'link'])
    expect(ignoredFiles).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ dataSetSize: epochSize, images: epochSize, ignoredFiles })
    expect(stderr).toBe(
      `warning: 2 files in '${data}' are ignored: 1 lies beside the class folders ('cat.jpg'), 1 is a link to nothing or to a folder above ('gone')\n`,
    )
  })

  it('reports bad files, and goes on', async () => {
    const data = emptyFolder()
    copyInto(join(data, 'a'), 'photos/animals/cat.jpg', 'photos/space/galaxy.jpg', 'broken/text.jpg')
    const { code, stdout } = await cli(['run', '--epochs', '1', '--data', data])
    expect(code).toBe(0)
    expect(stdout).toContain('Done: 2 images')
    expect(stdout).toContain('Bad samples: 1 file, skipped 1 time')
    expect(stdout).toContain('text.jpg')
  })

  it('fails for bad files with --on-error throw, naming file and reason', async () => {
    const data = emptyFolder()
    copyInto(join(data, 'a'), 'photos/animals/cat.jpg', 'broken/text.jpg')
    const { code, stderr } = await cli(['run', '--data', data, '--on-error', 'throw'])
    expect(code).toBe(1)
    expect(stderr).toContain('error BAD_SAMPLE')
    expect(stderr).toContain(join(data, 'a/text.jpg'))
    expect(stderr).not.toContain('    at ')
  })

  it('marks placeholders on the sheet', async () => {
    const data = emptyFolder()
    const cwd = emptyFolder()
    copyInto(join(data, 'a'), 'photos/animals/cat.jpg', 'broken/text.jpg')
    const args = ['--epochs', '1', '--size', '32', '--data', data, '--on-error', 'placeholder', '--out', 'sheet.png']
    const { code } = await cli(['run', ...args], { cwd })
    expect(code).toBe(0)
    const png = PNG.sync.read(readFileSync(join(cwd, 'sheet.png')))
    const corners = [4, 4 + 36].map((x) => png.data[4 * (4 * png.width + x)])
    expect(corners).toContain(0x80)
  })

  it('says so when every file is bad', async () => {
    const data = emptyFolder()
    copyInto(join(data, 'a'), 'broken/text.jpg', 'broken/empty.jpg')
    const { code, stderr } = await cli(['run', '--data', data])
    expect(code).toBe(1)
    expect(stderr).toContain('all 2 are bad')
  })
})

describe('errors of run', { timeout }, () => {
  const fullDisk = join(emptyFolder(), 'full.png')
  symlinkSync('/dev/full', fullDisk)
  const cases: [string, string[], string[]][] = [
    ['a folder that is not there', ['--data', 'nowhere'], ['error FILE_NOT_FOUND', '--data', "'nowhere'", 'hint:']],
    [
      'a server that is not there',
      ['--data', 'http://127.0.0.1:9/x.tar'],
      ['error FILE_UNREADABLE', '127.0.0.1:9', 'hint:'],
    ],
    ['no time', ['--seconds', '0'], ['--seconds', "'0'"]],
    ['no picture any more', ['--no-out'], ['unknown option']],
    ['an empty folder', ['--data', '.'], ['error EMPTY_DATASET', '--data', 'hint:']],
    ['a number that is none', ['--batch-size', 'many'], ['--batch-size', "'many'"]],
    ['a number out of range', ['--depth', '65'], ['--depth', 'from 1 to 64']],
    ['an unknown policy', ['--on-error', 'ignore'], ['--on-error', 'throw, skip, placeholder']],
    ['an unknown option', ['--batchsize', '3'], ["unknown option '--batchsize'"]],
    ['an --out without its folder', ['--out', 'no/where.png'], ['--out', "'no/where.png'", 'does not exist', 'hint:']],
    ['a grid and epochs', ['--augment-grid', '--epochs', '2'], ['--augment-grid or --epochs', '--draws']],
    ['a grid that is no picture', ['--augment-grid', '--out', 'a.npy'], ['ends in .png', "'a.npy'"]],
    ['a grid of no sample', ['--augment-grid', '24'], ['index of a sample', '24']],
    ['an --out that is a folder', ['--out', '.'], ['--out', 'is a folder']],
    ['a full disk', ['--out', fullDisk, '--epochs', '1'], ['--out', 'the disk is full', 'hint:']],
  ]
  it.each(portion(cases, 4))('%s', { tags: 'property' }, async (_, args, words) => {
    const { code, stderr } = await cli(['run', ...args])
    expect(code).toBe(1)
    for (const word of words) expect(stderr).toContain(word)
    expect(stderr).not.toContain('    at ')
  })

  it('shows the stack with --verbose', async () => {
    const { code, stderr } = await cli(['run', '--data', 'nowhere', '--verbose'])
    expect(code).toBe(1)
    expect(stderr).toContain('    at ')
  })

  it('leaves a file that --out names alone when the run fails before', async () => {
    const cwd = emptyFolder()
    writeFileSync(join(cwd, 'keep.png'), 'precious')
    await cli(['run', '--data', 'nowhere', '--out', 'keep.png'], { cwd })
    expect(readFileSync(join(cwd, 'keep.png'), 'utf8')).toBe('precious')
    await cli(['run', '--data', 'nowhere', '--out', 'new.png'], { cwd })
    expect(existsSync(join(cwd, 'new.png'))).toBe(false)
  })
})

describe('ends of run', { timeout }, () => {
  const long = ['run', '--epochs', '100000', '--size', '64']

  const signals = [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const
  it.each(portion(signals, 2))(
    '%s stops in order and prints what was done',
    { tags: 'property' },
    async (signal, expected) => {
      let pid = 0
      const { code, stdout, stderr } = await cli(long, {
        started: (child) => {
          pid = child.pid!
          // The first line of progress: it is at work.
          child.stderr!.once('data', () => child.kill(signal))
        },
      })
      expect(stderr.replace(/^.* images\/s.*\n/gm, '')).toBe('')
      expect(code).toBe(expected)
      expect(stdout).toMatch(/Interrupted after [\d,]+ images/)
      expect(stdout).toContain('Verdict:')
      expect(existsSync(`/proc/${pid}`)).toBe(false)
    },
  )

  it('a signal before the first batch is fine, too', async () => {
    for (const delay of [60, 150, 300]) {
      const { code, signal, stderr } = await cli(long, {
        started: (child) => setTimeout(() => child.kill('SIGINT'), delay),
      })
      // Node's own start-up ends by the signal itself.
      expect(code === 130 || signal === 'SIGINT', `${code} ${signal} ${stderr}`).toBe(true)
      expect(stderr).not.toContain('error')
    }
  })

  /** Runs for a second, or for as many as a busy machine takes to make a batch. */
  const withSeconds = async (args: string[], cwd?: string) => {
    for (let seconds = 1; ; seconds *= 2) {
      const begin = performance.now()
      const result = await cli([...args, '--seconds', `${seconds}`], cwd === undefined ? {} : { cwd })
      const took = performance.now() - begin
      if (seconds > 10 || !/but none came/.test(result.stderr)) return { ...result, seconds, took }
    }
  }

  it('the time of --seconds ends it, within an epoch and before the first batch', { tags: 'long' }, async () => {
    const { code, stdout, stderr } = await withSeconds(['run', '--json', '--no-progress', '--batch-size', '1'])
    expect([code, stderr]).toEqual([0, ''])
    const { images, batches, epochs, interrupted } = JSON.parse(stdout)
    expect(images).toBeGreaterThan(0)
    expect([batches, interrupted]).toEqual([images, null])
    expect(epochs).toBeLessThanOrEqual(images / 24)
    // A module runs for one epoch otherwise, which is over much sooner.
    const cwd = emptyFolder()
    const penstock = join(packageRoot, 'dist/index.js')
    const definition = `import { fn } from '${penstock}'; export default (root) => fn.readers.file({ fileRoot: root })`
    writeFileSync(join(cwd, 'pipeline.mjs'), definition)
    const module = await withSeconds(['run', 'pipeline.mjs', photos, '--no-progress'], cwd)
    expect(module.code).toBe(0)
    expect(module.took).toBeGreaterThan(1000 * module.seconds)
    const nothing = await cli(['run', '--seconds', '0.001', '--no-progress'])
    expect(nothing.code).toBe(1)
    expect(nothing.stderr).toMatch(/within 0\.001 s but none came\n.*--seconds/)
    const once = await cli(['run', '--seconds', '1000', '--epochs', '1', '--size', '8', '--json', '--no-progress'])
    expect(JSON.parse(once.stdout).epochs).toBe(1)
  })

  it('a second signal ends the process at once, although the pipeline does not close', async () => {
    const text = `import { Interrupt } from '${join(packageRoot, 'dist/cli/interrupt.js')}'
      const pipe = { close: () => { console.log('closing'); return new Promise(() => {}) } }
      new Interrupt(pipe, () => console.log('before the exit'))
      setInterval(() => {}, 1000)
      console.log('ready')`
    const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.on('data', (data) => {
      said += data
      if (said.endsWith('ready\n')) child.kill('SIGINT')
      // Two signals that come together count as one.
      if (said.endsWith('closing\n')) setTimeout(() => child.kill('SIGINT'), 500)
    })
    const [code] = await once(child, 'close')
    expect([code, said]).toEqual([130, 'ready\nclosing\nbefore the exit\n'])
  })

  it('a reader that leaves does not hide a failure', async () => {
    const data = emptyFolder()
    copyInto(join(data, 'a'), 'broken/text.jpg')
    let gone = false
    const { code } = await cli(['run', '--epochs', '1', '--no-progress', '--data', data], {
      started: (child) =>
        child.stdout!.once('data', () => {
          gone = true
          child.stdout!.destroy()
        }),
    })
    expect([gone, code]).toEqual([true, 1])
  })

  it('says that stdout cannot be written', () => {
    const main = join(packageRoot, 'dist/cli/main.js')
    for (const args of [
      'ops',
      'run --epochs 1 --size 8 --no-progress',
      'run --epochs 1 --size 8 --no-progress --json',
    ]) {
      const script = `exec "${process.execPath}" "${main}" ${args} > /dev/full`
      const { status, stderr } = spawnSync('sh', ['-c', script], { cwd: emptyFolder(), encoding: 'utf8' })
      expect([status, stderr], args).toEqual([1, 'error: stdout cannot be written: the disk is full\n'])
    }
  })

  it('a reader that leaves ends it quietly', async () => {
    const { stderr, code } = await cli(['run', '--epochs', '1', '--no-progress'], {
      started: (child) => child.stdout!.destroy(),
    })
    expect(stderr).toBe('')
    expect(code).toBe(0)
  })

  it('tells progress at most once per second where there is no terminal', { tags: 'long' }, async () => {
    const begin = Date.now()
    let written = 0
    const { stderr } = await cli([...long], {
      progress: true,
      started: (child) =>
        child.stderr!.on('data', (text) => {
          written += String(text).split('\n').length - 1
          if (written >= 3) child.kill('SIGINT')
        }),
    })
    const lines = stderr.trim().split('\n')
    expect(lines.length).toBeGreaterThanOrEqual(3)
    expect(lines.length).toBeLessThanOrEqual(1 + (Date.now() - begin) / 1000)
    expect(lines[0]).toMatch(/^[\d,]+ of 2,400,000 \(\d+ %\), [\d,]+ images\/s, .* left$/)
    const quiet = await cli(['run', '--epochs', '1', '--no-progress'], { progress: true })
    expect(quiet.stderr).toBe('')
  })

  it('leaves nothing behind in the working folder', async () => {
    const cwd = emptyFolder()
    const { code, stdout } = await cli(['run', '--epochs', '1', '--size', '32'], { cwd })
    expect(code).toBe(0)
    expect(stdout).not.toContain('Contact sheet')
    expect(readdirSync(cwd)).toEqual([])
  })

  it('fits 80 columns, as all reports do', async () => {
    const folder = emptyFolder()
    copyInto(join(folder, 'a-folder-with-a-long-name'.repeat(4)), 'photos/animals/cat.jpg', 'broken/text.jpg')
    for (const args of [[], ['--data', folder]]) {
      const { stdout } = await cli(['run', '--epochs', '1', '--size', '32', ...args])
      const tables = stdout.split('\n').filter((line) => !line.startsWith('Verdict:') && !line.includes(' images in '))
      expect(tables.filter((line) => line.length > 80)).toEqual([])
    }
  })
})
