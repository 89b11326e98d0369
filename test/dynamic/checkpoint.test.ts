// Checkpoints of imperative mode: wherever a loop is cut, what goes on with the state sees the samples that were left; and
// the file they are kept in.
// @module-tag shared
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { Checkpoint, checkpoint, EvalContext, type FileReaderOptions, random, readers } from '../../src/dynamic.js'
import { type AnyReader, dispose, epoch, failure, look, type Way } from '../util/dynamic-readers.js'
import { someFiles, tempFolder } from '../util/files.js'
import { check, timeFor } from '../util/soak.js'

const some = someFiles(40)
const data = (size: number) => ({ fileRoot: some.root, files: some.files.slice(0, size) })
const here = expect.stringMatching(/checkpoint\.test\.ts:\d+:\d+/)

/** Labels of the next epoch; with `cut`, also the state after so many steps. */
async function labels(reader: AnyReader, way: Way, batchSize: number | undefined, cut?: number) {
  const seen: number[] = []
  let state = cut === 0 ? reader.getState() : undefined
  let steps = 0
  const all = reader.nextEpoch({ batchSize })
  const see = (item: Parameters<typeof look>[0]) => {
    seen.push(...look(item))
    dispose(...item)
    if (++steps === cut) state = reader.getState()
    return steps === cut
  }
  if (cut === 0) return { seen, state, steps }
  if (way === 'for') {
    for (const item of all) if (see(item)) break
  } else for await (const item of all) if (see(item)) break
  return { seen, state, steps }
}

const options = fc.record({
  size: fc.integer({ min: 3, max: 40 }),
  numShards: fc.integer({ min: 1, max: 3 }),
  order: fc.constantFrom<Partial<FileReaderOptions>>(
    {},
    { randomShuffle: true },
    { randomShuffle: true, initialFill: 4 },
    { shuffleAfterEpoch: true },
    { stickToShard: true, randomShuffle: true },
  ),
  padLastBatch: fc.boolean(),
  seed: fc.option(fc.nat(100), { nil: undefined }),
  prefetchQueueDepth: fc.integer({ min: 1, max: 4 }),
  batchSize: fc.option(fc.integer({ min: 1, max: 17 }), { nil: undefined }),
  epochs: fc.nat(2),
  cut: fc.nat(12),
  ways: fc.tuple(
    ...([0, 1].map(() => fc.constantFrom<Way>('for', 'for await')) as [fc.Arbitrary<Way>, fc.Arbitrary<Way>]),
  ),
  other: fc.integer({ min: 1, max: 17 }),
})

test('a loop that is stopped anywhere goes on exactly there', {
  timeout: timeFor(60_000),
  tags: 'property',
}, async () => {
  await check(
    40,
    11,
    fc.asyncProperty(options, async ({ size, numShards, order, epochs, cut, ways, other, ...given }) => {
      const { batchSize, ...shape } = given
      const make = (more: object = {}) =>
        readers.file({ ...data(size), ...order, ...(shape as object), numShards, shardId: numShards - 1, ...more })
      await using whole = make()
      for (let e = 0; e < epochs; e++) await labels(whole, ways[0], batchSize)
      // What a reader with no seed of its own draws is in its state.
      const began = whole.getState()
      const { seen, state, steps } = await labels(whole, ways[0], batchSize, cut)
      await using again = make()
      again.setState(began)
      const all = (await labels(again, ways[1], batchSize)).seen
      const rest = steps === cut ? state! : whole.getState()
      await using resumed = make()
      resumed.setState(rest)
      // The state is that of one who has read nothing ahead, and the same from whoever was brought there.
      expect(resumed.getState()).toBe(rest)
      // Samples are what counts, where padding does not depend on the batch.
      const size2 = batchSize !== undefined && !shape.padLastBatch ? other : batchSize
      const left = all.slice(seen.length)
      if (left.length) expect((await labels(resumed, ways[1], size2)).seen).toEqual(left)
      // And the epoch behind.
      const next = (await labels(again, ways[0], batchSize)).seen
      expect((await labels(resumed, ways[0], batchSize)).seen).toEqual(next)
    }),
    5,
  )
})

describe('a state of a reader', () => {
  it('counts what the loop has seen, not what was read ahead', async () => {
    await using reader = readers.file({ ...data(20), batchSize: 3, prefetchQueueDepth: 5 })
    const at = () => {
      const { epoch, position } = JSON.parse(reader.getState())
      return [epoch, position]
    }
    expect(at()).toEqual([0, 0])
    const seen: unknown[] = []
    for await (const item of reader.nextEpoch()) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      seen.push(at())
      dispose(...item)
    }
    expect(seen).toEqual([3, 6, 9, 12, 15, 18].map((n) => [0, n]).concat([[1, 0]]))
    expect(at()).toEqual([1, 0])
    for (const _ of reader.nextEpoch()) break
    expect(at()).toEqual([2, 0])
  })

  it('counts single samples', async () => {
    await using reader = readers.file(data(20))
    let n = 0
    let state = ''
    for (const _ of reader.nextEpoch()) if (++n === 18) state = reader.getState()
    await using other = readers.file(data(20))
    other.setState(state)
    expect(await epoch(other, 'for')).toEqual([[18], [19]])
    other.setState(state)
    const error = await failure(() => epoch(other, 'for', 4))
    expect(error).toMatchObject({ code: 'API_MIXED', callSite: expect.stringMatching(/dynamic-readers\.ts/) })
    expect(error.message).toMatch(/begun in samples cannot go on in batches/)
    expect(await epoch(other, 'for await')).toEqual([[18], [19]])
  })

  it('counts files that were skipped', async () => {
    const files = some.files.slice(0, 20).map((file, i) => (i % 4 === 1 ? `none${i}` : file))
    const args = { ...data(20), files, onError: 'skip' } as const
    await using reader = readers.file({ ...args, batchSize: 4 })
    const states: string[] = []
    for await (const item of reader.nextEpoch()) {
      states.push(reader.getState())
      dispose(...item)
    }
    const good = [...Array(20).keys()].filter((i) => i % 4 !== 1)
    for (const [i, state] of states.slice(0, -1).entries()) {
      await using other = readers.file({ ...args, batchSize: 5 })
      other.setState(state)
      expect((await epoch(other, 'for')).flat()).toEqual(good.slice(4 * (i + 1)))
    }
  })

  test.each<[string, Partial<FileReaderOptions>, RegExp]>([
    ['fewer files', { files: some.files.slice(0, 9) }, /of "9 samples.* but received one of "20 samples/],
    ['another shard', { shardId: 0 }, /shard 0\/2.* but received.*shard 1\/2/],
    ['another order', { randomShuffle: false }, /but received one of.*buffer 1024 seed 5/],
    ['another seed', { seed: 6 }, /seed 6 but received one with seed 5/],
  ])('%s: CHECKPOINT_MISMATCH', async (_, args, message) => {
    const given = { ...data(20), numShards: 2, shardId: 1, randomShuffle: true, batchSize: 4 }
    await using reader = readers.file({ ...given, seed: 5 })
    let state = ''
    for (const item of reader.nextEpoch()) {
      state = reader.getState()
      dispose(...item)
      break
    }
    await using other = readers.file({ ...given, ...args })
    const error = await failure(() => other.setState(state))
    expect(error).toMatchObject({ code: 'CHECKPOINT_MISMATCH', callSite: here })
    expect(error.message).toMatch(message)
  })

  it('keeps one batch size with padding', async () => {
    const args = { ...data(20), padLastBatch: true }
    await using reader = readers.file(args)
    let state = ''
    for (const item of reader.nextEpoch({ batchSize: 6 })) {
      state = reader.getState()
      dispose(...item)
      break
    }
    await using other = readers.file(args)
    other.setState(state)
    expect(await failure(() => epoch(other, 'for', 7))).toMatchObject({ code: 'CHECKPOINT_MISMATCH' })
    expect((await epoch(other, 'for', 6)).flat()).toEqual(
      [...Array(14).keys()].map((i) => i + 6).concat([19, 19, 19, 19]),
    )
  })

  test.each(['', '{}', 'null', '7', '{"penstock":1,"op":"readers.file"}', 8])('is not %j', async (text) => {
    await using reader = readers.file(data(20))
    expect(await failure(() => reader.setState(text as string))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      callSite: here,
    })
  })

  it('is refused if it is of a later version', async () => {
    await using reader = readers.file(data(20))
    expect(await failure(() => reader.setState('{"penstock":2}'))).toMatchObject({ code: 'CHECKPOINT_MISMATCH' })
  })
})

describe('Checkpoint', () => {
  /** A reader and an RNG, and what they give next. */
  const pair = () => {
    const reader = readers.file({ ...data(20), randomShuffle: true, batchSize: 4 })
    const rng = new random.RNG(3)
    const draw = () => Number((random.uniform({ rng, range: [0, 1] }) as { dataSync(): Float32Array }).dataSync()[0])
    return { reader, rng, draw }
  }

  it('saves and brings back readers and generators', async () => {
    const folder = tempFolder()
    const a = pair()
    const saved = new checkpoint.Checkpoint()
    expect(saved.register(a.reader, 'reader')).toBe('reader')
    expect(saved.register(a.rng)).toBe('__op_1')
    expect(saved.register(a.rng)).toBe('__op_1')
    expect([saved.names, saved.size, saved.has('reader'), saved.isComplete]).toEqual([
      ['reader', '__op_1'],
      2,
      true,
      false,
    ])
    a.draw()
    let rest: number[][] = []
    let n = 0
    const draws: number[] = []
    for await (const item of a.reader.nextEpoch()) {
      if (++n > 2) rest.push(look(item))
      if (n > 2) draws.push(a.draw())
      if (n === 2) {
        saved.collect()
        expect(saved.save(join(folder, 'deep/step_{seq:04d}.json'))).toBe(join(folder, 'deep/step_0000.json'))
      }
    }
    for (const from of ['deep/step_{seq:04d}.json', 'deep/step_0000.json']) {
      const b = pair()
      const loaded = new Checkpoint()
      expect(loaded.load(join(folder, from))).toBe(join(folder, 'deep/step_0000.json'))
      expect([loaded.isLoaded, loaded.isComplete]).toEqual([true, false])
      loaded.register(b.reader, 'reader')
      expect(loaded.register(b.rng, undefined)).toBe('__op_1')
      const again: number[][] = []
      const drawn: number[] = []
      for (const item of b.reader.nextEpoch()) {
        again.push(look(item))
        drawn.push(b.draw())
      }
      expect([again, drawn]).toEqual([rest, draws])
      await b.reader.close()
    }
    rest = []
    await a.reader.close()
  })

  it('restores what was registered before', () => {
    const a = pair()
    const from = new Checkpoint()
    from.register(a.rng, 'rng')
    a.draw()
    from.collect()
    const next = a.draw()
    const b = pair()
    const to = new Checkpoint()
    to.restore()
    to.register(b.rng, 'rng')
    to.deserialize(from.serialize())
    expect(JSON.parse(JSON.stringify(from))).toEqual(JSON.parse(from.serialize()))
    to.restore()
    expect(b.draw()).toBe(next)
    // Once is enough.
    to.restore()
    expect(b.draw()).toBe(a.draw())
    to.setState('rng', from.getState('rng'), random.RNG)
    to.restore()
    expect(b.draw()).toBe(next)
  })

  it('numbers files behind those that are there, and loads the last', () => {
    const folder = tempFolder()
    const from = new Checkpoint()
    const { rng, draw } = pair()
    from.register(rng, 'rng')
    const path = join(folder, 'a+{seq}.json')
    for (const name of ['a+9.json', 'a+x.json', 'aa+70.json', 'a+12.json.tmp']) writeFileSync(join(folder, name), '')
    for (const seq of [10, 11]) {
      draw()
      from.collect()
      expect(from.save(path)).toBe(join(folder, `a+${seq}.json`))
    }
    const last = new Checkpoint()
    expect(last.load(path)).toBe(join(folder, 'a+11.json'))
    expect(last.getState('rng')).toBe(rng.getState())
    rmSync(join(folder, 'a+11.json'))
    // A number is not used twice by who has seen it.
    expect(last.save(path)).toBe(join(folder, 'a+12.json'))
    expect(readdirSync(folder).filter((name) => name.endsWith(`${process.pid}.tmp`))).toEqual([])
  })

  it('is one per context', () => {
    const own = checkpoint.current()
    expect(checkpoint.current()).toBe(own)
    const other = new EvalContext()
    using _ = other.enter()
    expect(checkpoint.current()).not.toBe(own)
  })

  describe('refuses', () => {
    const rng = () => new random.RNG(1)
    const collected = () => {
      const made = new Checkpoint()
      made.register(rng(), 'rng')
      made.collect()
      return made
    }
    const loaded = () => {
      const made = new Checkpoint()
      made.deserialize(collected().serialize())
      return made
    }
    test.each<[() => unknown, string, RegExp]>([
      [() => new Checkpoint().register({} as never), 'INVALID_ARGUMENT', /a reader or an RNG/],
      [() => new Checkpoint().register(rng(), '__op_0'), 'INVALID_ARGUMENT', /does not begin with/],
      [() => collected().register(rng(), 'more'), 'INVALID_ARGUMENT', /after collect\(\)/],
      [() => loaded().register(rng(), 'more'), 'CHECKPOINT_MISMATCH', /state for 'more' but received one with 'rng'/],
      [() => loaded().register(readers.file(data(3)), 'rng'), 'CHECKPOINT_MISMATCH', /FileReader .* that of a RNG/],
      [() => loaded().collect(), 'CHECKPOINT_MISMATCH', /there are none for 'rng'/],
      [() => loaded().restore(), 'CHECKPOINT_MISMATCH', /there are none for 'rng'/],
      [() => new Checkpoint().serialize(), 'INVALID_ARGUMENT', /empty checkpoint/],
      [() => new Checkpoint().deserialize('{}'), 'INVALID_ARGUMENT', /what serialize\(\)/],
      [() => new Checkpoint().deserialize('{"penstock":1,"states":{"a":1}}'), 'INVALID_ARGUMENT', /serialize/],
      [() => new Checkpoint().deserialize('{"penstock":9}'), 'CHECKPOINT_MISMATCH', /format 9/],
      [() => new Checkpoint().getState('x'), 'INVALID_ARGUMENT', /"x"/],
      [() => collected().save('/etc/hostname/x'), 'INVALID_ARGUMENT', /cannot be/],
      [() => collected().save('{seq}{seq}'), 'INVALID_ARGUMENT', /several fields/],
      [() => collected().save('a{step}'), 'INVALID_ARGUMENT', /\{seq:04d\} are known/],
      [() => collected().save('a{seq}/b'), 'INVALID_ARGUMENT', /folder has the field/],
      [
        () => new Checkpoint().load('/nowhere/x{seq}'),
        'FILE_NOT_FOUND',
        /matches '\/nowhere\/x\{seq\}'.* Check the folder/,
      ],
      [() => new Checkpoint().load('/nowhere/x'), 'FILE_NOT_FOUND', /does not exist.* Check the path/],
      [() => new Checkpoint().load('/proc'), 'FILE_UNREADABLE', /EISDIR/],
      [
        () => {
          const made = new Checkpoint()
          made.setState('r', '{"penstock":1,"op":"other"}')
          made.register(readers.file(data(3)), 'r')
        },
        'CHECKPOINT_MISMATCH',
        /'r': Expected the state of readers.file but received that of other/,
      ],
    ])('%s', async (body, code, message) => {
      const error = await failure(body)
      expect(error).toMatchObject({ code, callSite: here })
      expect(error.message).toMatch(message)
    })
  })

  describe('a failed save', () => {
    const save = (path: string, n: number) => {
      const made = new Checkpoint()
      const rng = new random.RNG(n)
      made.register(rng, 'rng')
      made.collect()
      made.save(path)
      return made.serialize()
    }

    it('leaves the old file on a disk without room', async () => {
      const folder = tempFolder()
      const path = join(folder, 'x.json')
      const old = save(path, 1)
      // What is written on the way goes to a device that is always full.
      symlinkSync('/dev/full', `${path}.${process.pid}.tmp`)
      const error = await failure(() => save(path, 2))
      expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', callSite: here, cause: { code: 'ENOSPC' } })
      expect(error.message).toMatch(
        /ENOSPC: there is no room.*Make room on the disk; a file that was there is as it was/,
      )
      expect(readFileSync(path, 'utf8')).toBe(old)
      expect(readdirSync(folder)).toEqual(['x.json'])
      expect(save(path, 2)).toBe(readFileSync(path, 'utf8'))
    })

    it('leaves the old file beyond a limit, in another process', async () => {
      const folder = tempFolder()
      mkdirSync(join(folder, 'd'))
      const path = join(folder, 'd/x.json')
      const script = `
        const { Checkpoint, random } = await import(${JSON.stringify(fileURLToPath(new URL('../../dist/dynamic.js', import.meta.url)))})
        const made = new Checkpoint()
        for (let i = 0; i < 3000; i++) made.register(new random.RNG(i))
        made.collect()
        try { made.save(${JSON.stringify(path)}) } catch (error) { console.log(error.code, error.cause.code) }`
      const { stdout } = await promisify(execFile)('sh', [
        '-c',
        'ulimit -f 8; exec "$0" --input-type=module -e "$1"',
        process.execPath,
        script,
      ])
      expect(stdout).toBe('INVALID_ARGUMENT EFBIG\n')
      expect(existsSync(path)).toBe(false)
      expect(readdirSync(join(folder, 'd'))).toEqual([])
    })
  })
})
