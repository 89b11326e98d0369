// The rules of sizes give what the functions of Python's transformers give, for 10,000 drawn sizes of images; the short tests
// take 500 of them.
// @module-tag property
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Numbers, planned } from '../../src/processors/plan.js'
import { processorOf } from '../../src/processors/processor.js'

const golden = JSON.parse(readFileSync(new URL('../golden/processor_sizes.json', import.meta.url), 'utf8')) as {
  count: number
  brief: number
  limits: number[]
  rules: Record<string, { digest: string; brief: string; first: number[][] }>
}

const long = process.env.PENSTOCK_TESTS === 'long'

/** The sizes that the generator draws. */
function* draws(): Generator<[height: number, width: number]> {
  let state = 41
  const next = (n: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state >>> 8) % n
  }
  for (let i = 0; i < (long ? golden.count : golden.brief); i++) {
    const limit = golden.limits[next(golden.limits.length)]!
    const other = golden.limits[next(golden.limits.length)]!
    yield [1 + next(limit), 1 + next(other)]
  }
}

type Rule = [config: Record<string, unknown>, numbers?: (slots: number[][]) => number[]]
const first = (slots: number[][]) => slots[0]!
const square = (edge: number) => ({ height: edge, width: edge })
const pinpoints = { size: { shortest_edge: 336 }, crop_size: square(336) }
const scan = { pan_and_scan_min_crop_size: 256, pan_and_scan_max_num_crops: 4, pan_and_scan_min_ratio_to_activate: 1.2 }

const rules: Record<string, Rule> = {
  shortest_edge: [{ image_processor_type: 'CLIPImageProcessor' }],
  edges: [{ image_processor_type: 'DetrImageProcessor' }],
  limits: [{ image_processor_type: 'DetrImageProcessor', size: { max_height: 224, max_width: 300 } }],
  yolos: [{ image_processor_type: 'YolosImageProcessor' }],
  sam: [{ image_processor_type: 'SamImageProcessor' }],
  dpt: [
    { image_processor_type: 'DPTImageProcessor', size: square(518), keep_aspect_ratio: true, ensure_multiple_of: 14 },
  ],
  qwen2_vl: [{ image_processor_type: 'Qwen2VLImageProcessor' }],
  glm4v: [{ image_processor_type: 'Glm4vImageProcessor' }],
  siglip2: [{ image_processor_type: 'Siglip2ImageProcessor' }],
  // Behind the base's crop come the image's size in the resolution, its place, and the resolution.
  llava_next: [{ image_processor_type: 'LlavaNextImageProcessor', ...pinpoints }, (s) => [...s[3]!, ...s[5]!]],
  got_ocr2: [
    { image_processor_type: 'GotOcr2ImageProcessor', crop_to_patches: true },
    ([size]) => [size![1]! / 384, size![0]! / 384],
  ],
  // Each part has a place, a size, and whether it is there.
  gemma3: [
    { image_processor_type: 'Gemma3ImageProcessor', do_pan_and_scan: true, ...scan },
    (s) => {
      const count = s.at(-1)![0]!
      return [count, ...Array.from({ length: count }, (_, i) => s[3 * i + 1]!).flat()]
    },
  ],
  pixtral: [{ image_processor_type: 'PixtralImageProcessor' }],
  idefics3: [{ image_processor_type: 'Idefics3ImageProcessor' }, (s) => [...s[0]!, ...s[1]!]],
}

test('each rule of the golden is compared', () => expect(Object.keys(rules)).toEqual(Object.keys(golden.rules)))

test.each(Object.entries(rules))('%s', (name, [config, numbers = first]) => {
  const { program } = processorOf(config)
  const of = (height: number, width: number) => {
    let slots: Numbers[]
    try {
      slots = planned(program, { height, width })
    } catch (error) {
      expect(error).toMatchObject({ code: 'INVALID_INPUT' })
      return [-1]
    }
    return numbers(slots.map(({ values }) => [...values]))
  }
  const hash = createHash('sha256')
  const begin: number[][] = []
  for (const [height, width] of draws()) {
    const made = of(height, width)
    hash.update(`${made.join(' ')}\n`)
    if (begin.length < 12) begin.push([height, width, ...made])
  }
  expect(begin).toEqual(golden.rules[name]!.first)
  expect(hash.digest('hex')).toBe(golden.rules[name]![long ? 'digest' : 'brief'])
})
