// Every example runs as it stands, and prints what it promises.
import './util/gpu.js'
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { hasVideo } from './util/video.js'

const folder = fileURLToPath(new URL('../examples', import.meta.url))
const run = promisify(execFile)

/**
 * A verdict on a few batches. Which stage is busy for how long depends on what else the machine does, so on a busy
 * one no stage may be busy enough to limit the run alone. test/api/statistics/verdict.test.ts checks the choice itself.
 */
const measured = (verdict: RegExp) => new RegExp(`${verdict.source}|the stages wait for one another: \\w+ is`)

const promises: Record<string, (string | RegExp)[]> = {
  // On the GPU that computes on the CPU.
  'gpu.mjs': [
    /^8 images of 3 x 96 x 96 on GPU 0, labels cpu\nthe first pixel is -?\d+\.\d\n8 images of 3 x 96 x 96 in host memory, labels cpu\nthe first pixel is -?\d+\.\d\n/,
    /^the means differ by little$/m,
  ],
  'executors.mjs': [
    /^dynamic: 3 actors, bytes (\w{12}), first batch still valid\npipelined: 2 actors, bytes \1, first batch OUTPUT_RELEASED\nsimple: 2 actors, bytes \1, first batch OUTPUT_RELEASED\n$/,
  ],
  'scheduled.mjs': [
    /^a fourth one: QUEUE_FULL\nshared: samples 0 to 7\nthen 20 images\nwithout await: 4 x 32 x 32 x 3\n$/,
  ],
  'deadlines.mjs': [
    /^after 50 ms: ABORTED\nthen the batch: 0, 1\nSTALLED: No stage has finished a batch for 0\.3 s:$/m,
    /slow: waits .* for its own data/,
  ],
  'js-function.mjs': [/^float32 8 x 3 x 64 x 64, blurred by [123](, [123]){7}$/m, /^jsFunction: \d+ samples$/m],
  'train-loop.mjs': [/^epoch 1: 24 images/m, /^epoch 3: 24 images/m, measured(/limits the run/)],
  'center-crop-eval.mjs': [/^animals +cat\.jpg +mean -?\d/m, /^space +launch\.jpg /m],
  'color-jitter.mjs': [
    /^uint8 HWC 96 x 96 x 3; gray 96 x 96 x 1\n(hue +-?\d+: mean [\d.]+ > [\d.]+, gray [\d.]+\n){6}$/,
  ],
  'mixup.mjs': [
    /^sample 0: 0\.\d\d of class \d, 0\.\d\d of class \d$/m,
    /^wrote .*mixup.png: 6 rows of image, partner and mixture$/m,
  ],
  'segmentation.mjs': [/^6 images of 160 x 160 x 3, masks of 160 x 160 x 1\n9[5-9]\.\d % of the masks' pixels fit/],
  'detection.mjs': [
    /^(batch [01]: ([1-9], ){5}[1-9] boxes remain; \d\d anchors are matched\n){2}see .*detection\.png\n$/,
  ],
  'multi-crop.mjs': [/^3 photos, 160, 160(, 96){6} pixels\nsee .*multi-crop\.png\n$/],
  'speech.mjs': [/^('[aeiou]': 64 x 41\n){5}291 windows of 64 bands: .*speech\.png\n$/],
  'video-clips.mjs': [
    hasVideo ? /^3 clips of 4 x 72 x 128 x 3\nsee .*video-clips\.png\n$/ : /^no videos here: .*apt-get install/,
  ],
  'conditional-augment.mjs': [
    /^24 images: float32 CHW 3 x 160 x 160$/m,
    /^6 mirrored; 11 cropped at random, 6 in the middle, 7 only resized$/m,
    /^flip ran for \d+ samples of \d\d+$/m,
  ],
  'external-source.mjs': [/^samples 0, 1, 2, 3: uint8 HWC 4 x 24 x 24 x 3$/m, /^samples 8, 9: /m],
  'bad-images.mjs': [
    /^batches of (8, )+\d+ images$/m,
    /^3 left out:$/m,
    '  animals/text.jpg: ',
    "onError 'throw' gives BAD_SAMPLE: ",
  ],
  'threads.mjs': [
    /^penstock\/0 runs on \d+$/m,
    /^penstock\/1 runs on \d+$/m,
    /process: (.*)\n(.*\n)*penstock\/2 runs on \1$/m,
  ],
  'statistics.mjs': [
    // Where the files come from a slow disk, or other processes take the CPU while a file is read, it is the reader.
    measured(
      /cpu stage limits the run: decoders\.imageRandomCrop takes \d|the reader limits the run: readers\.file takes \d/,
    ),
    '"kind":"consumer","stage":"sink"',
    /^trace: \d\d+ spans in \S+penstock-step-100\.json$/m,
  ],
  'checkpoint.mjs': [
    /^killed; saved: step \d+, batch \d+ of epoch \d, \d{3} bytes$/m,
    /^18 of 18 steps saw the same batch as without the kill$/m,
    /^once more, alone: sample \d+ of epoch 2, 64 x 64 x 3$/m,
  ],
  'dynamic/readers.mjs': [
    /^24 photos, 3 batches\nepoch 1: batches of 10, 10, 4; mean [\d.]+\nepoch 2: batches of 10, 10, 4; mean [\d.]+\n/,
    /^epoch 3 in batches of 4, left after the first\nshard 1 of 2: 12 photos, one by one, of 3 dimensions\n$/m,
  ],
  'dynamic/checkpoint.mjs': [
    /^step 1: step_000\.json, \d{3} bytes\nstep 2: step_001\.json, \d{3} bytes\nfrom step_001\.json\n3 of 3 steps are those/,
  ],
  'dynamic/external-source.mjs': [
    /^(epoch [12]: 4 images, 768 bytes\nepoch [12]: 4 images, 768 bytes\nepoch [12]: 2 images, 384 bytes\n){2}the first word has 3 letters\nthen 5\nthen 7\nUSER_FUNCTION: no camera\n$/,
  ],
  'dynamic/capture.mjs': [
    /^6 steps, 6 as without capture\ndecoders\.imageRandomCrop, resize, random\.coinFlip, cropMirrorNormalize\n/,
    /^captured: decoders\.image at capture\.mjs:\d+:\d+\ncaptured: resize at .*\nnot captured: brightness at capture\.mjs:\d+:\d+: its arguments change from step to step\n/m,
    /^strict: INVALID_ARGUMENT of brightness: .*change from step to step\n$/m,
  ],
  'dynamic/debugging.mjs': [
    /^Batch\(2 samples, uint8, \[48, 64, 3\], HWC, cpu\) not evaluated\nTensor\(uint8, \[2, 3\], HW, cpu\)\n {2}\[\[(\d+ ?){3}\]\n/,
    /^float32 CHW 3 x 48 x 64: -[\d.]+ to [\d.]+, mean -?[\d.]+\na picture: \S+penstock-normal\.png\n/m,
    /^INVALID_INPUT: crop of sample 0, debugging\.mjs:42:\d+\nthe call itself: INVALID_INPUT: crop of sample 0, debugging\.mjs:51:\d+\n/m,
    /^decoders\.image > resize\+cropMirrorNormalize: lines 18, 19, 20, eager$/m,
    /^crop: lines 51, syncCpu, INVALID_INPUT\n$/m,
  ],
  'dynamic/data.mjs': [
    /^6 photos: (\d+x\d+(, )?){6}\nBatch\(6 samples, uint8, shapes differ, HWC, cpu\) not evaluated\n4 are at least as wide/,
    /^red: uint8 HW 10 x 40\nFloat32Array of 86400, 6 x 60 x 80 x 3\nTensor\(float32, \[2, 2\], cpu\)\n {2}\[\[10\. +1\.\]$/m,
    /^from \d+ to \d+, mean 1\d\d\.\d\na sheet of them: \S+penstock-inspect\.png\nOUTPUT_RELEASED\n$/m,
  ],
  'iterate.mjs': [
    /^fill, epoch 2: 3 steps of 5\+5, 5\+5, 5\+5: 24 photos$/m,
    /^partial, epoch 2: 3 steps of 5\+5, 5\+5, 2\+2: 24 photos$/m,
    /^drop, epoch 1: 2 steps of 5\+5, 5\+5: 20 photos$/m,
  ],
  'shards.mjs': [
    /^rank 0 of 3: 8, then 8 of 24$/m,
    /^rank 2 of 3: 8, then 8 of 24$/m,
    /^epoch 1: 24 photos, 24 different ones$/m,
    /^epoch 2: 24 photos, 24 different ones$/m,
  ],
  'embedding-server.mjs': [
    /^(200 a vector of 32\n){3}400 Expected an image of a known format .*\n400 Expected an image .*60000x60000\n200 /,
    /^the same photo has the same vector: true\n4 answered, 2 failed\n$/m,
  ],
  'inference-server.mjs': [
    /^(200 float32 3x224x224, mean -?[\d.]+)\n400 Expected an image of a known format but received text \(5 bytes\)\n\1\n413 .*\n\1\n415 post the file alone: curl --data-binary @cat\.jpg\n3 answered, 1 failed\n$/,
  ],
  'memory-budget.mjs': [
    /^256 MiB: (sum \d+, 4\.6 MiB per batch), some given back\n64 MiB: \1, some given back\n4 MiB: BUDGET_EXCEEDED\n$/,
  ],
  'hand-off.mjs': [
    /^shared: brightness (\d+\.\d(, |; )){4}0 copies so far$/m,
    /^copy: brightness (\d+\.\d(, |; )){4}1 copies so far$/m,
    /^transfer: brightness (\d+\.\d(, |; )){4}2 copies so far$/m,
  ],
  'dynamic/contexts.mjs': [
    /^default: 2 threads\n2 threads, 64 px: (\d+)\n1 threads, 64 px: \1\n3 threads, 64 px: \1\n/,
    /closed, numThreads=1\), its results stay: 6144 bytes\n$/,
  ],
  'dynamic/modes.mjs': [/^eager: (\d+)\nsyncCpu: \1\ndeferred: \1\nthen eager again\n$/],
  'dynamic/operators.mjs': [
    /^cat\.jpg: uint8 HWC 300 x 451 x 3\nhalved to 150 x 226 x 3\n4 images of 64 x 64 x 3, turned by (-?\d+\.\d(, |\n)){4}/,
    /^drawn again: true\nINVALID_INPUT: crop of sample 0, called at operators\.mjs:\d+:\d+\n$/m,
  ],
  'dynamic/random.mjs': [
    /^next ([\d. ]+), cloned \1, restored \1\nchances ([\d.]+ ){6}give ([01] ?){6}\n/,
    /^rank 0 ([\d. ]+)\nrank 1 (?!\1)[\d. ]+\nthis thread ([\d. ]+), a worker \2, with its rank (?!\2)[\d. ]+\n$/m,
  ],
  'dynamic/streams.mjs': [
    /^device: gpu:0\ngpu: 4 images of 64 x 64 x 3\nthe current stream is the context's own one again\n$/,
  ],
  'geometry.mjs': [/^(-?\d+\.\d degrees: canvas \d{3} x \d{3} x 3, sheared 96 x 128 x 3\n){4}$/],
  'filters.mjs': [/^(sigma [\d.]+: contrast [\d.]+ blurred, [\d.]+ sharpened, 1\.00 normalised\n){4}$/],
  'math.mjs': [
    /^(brightness 0\.\d+: uint8 96 x 200 x 3, mean .*\n|brightness 1\.\d+: uint8 160 x 200 x 3, mean .*\n){4}$/,
  ],
}

/** Those that npm test runs, because they use most of what others use; the others are run by npm run test:long. */
const soon = ['external-source.mjs', 'js-function.mjs', 'train-loop.mjs', 'dynamic/data.mjs', 'dynamic/readers.mjs']

it('gpu.mjs says what is missing, and runs on the CPU', async () => {
  const env = { ...process.env, PENSTOCK_CUDA_PLUGIN: '/nowhere' }
  const { stdout } = await run(process.execPath, ['gpu.mjs'], { cwd: folder, env })
  expect(stdout).toMatch(/^no GPU here: Correct PENSTOCK_CUDA_PLUGIN.*\n8 images of 3 x 96 x 96 in host memory/)
})

describe('examples', { timeout: 90_000 }, () => {
  it('are all tested', () => {
    const imperative = readdirSync(`${folder}/dynamic`).map((name) => `dynamic/${name}`)
    const all = [...readdirSync(folder), ...imperative].filter((name) => name.endsWith('.mjs'))
    expect(all.sort()).toEqual(Object.keys(promises).sort())
  })

  const [few, others] = [true, false].map((wanted) =>
    Object.entries(promises).filter(([name]) => soon.includes(name) === wanted),
  )
  const check = async (name: string, expected: (string | RegExp)[]) => {
    const { stdout, stderr } = await run(process.execPath, [name], { cwd: folder })
    expect(stderr).toBe('')
    for (const words of expected) expect(stdout).toMatch(words)
  }
  it.each(few!)('%s prints what it promises', check)
  it.each(others!)('%s prints what it promises', { tags: 'long' }, check)
})
