// Makes the pictures of docs/guides/see-your-data.md, of which README.md shows the first: `npx tsx tools/docs/preview-pictures.ts`,
// after a build. The photos have no boxes and masks of their own: masks are by colour. Chromium
// makes WebP files of what is drawn, and shows what a notebook would.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { program, start } from '../../test/browser/chromium.js'
import { boxes, classNames } from './photo-boxes.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const nd = (await import(join(root, 'dist/dynamic.js'))) as typeof import('../../src/dynamic.js')
const folder = mkdtempSync(join(tmpdir(), 'penstock-pictures-'))
const photo = (name: string) =>
  nd.decoders.image(readFileSync(join(root, `data/photos/${name}.jpg`)), { outputType: 'rgb' })

/** The command line in an empty folder, as a user runs it. */
function run(...args: string[]): Buffer {
  const out = join(folder, 'out.png')
  execFileSync(process.execPath, [join(root, 'dist/cli/main.js'), 'run', ...args, '--seed', '5', '--out', out])
  return readFileSync(out)
}

const boxed = () =>
  nd.preview(Object.keys(boxes).map(photo), {
    boxes: Object.values(boxes).map((list) => list.map(([, ...box]) => box)),
    labels: Object.values(boxes).map((list) => list.map(([name]) => classNames.indexOf(name))),
    ...{ classNames, ltrb: true, ratio: true, columns: 3, size: 250 },
  })

type Test = (red: number, green: number, blue: number) => number
const regions: Record<string, Test> = {
  'people/astronaut': (r, g, b) => (r > 150 && g > 45 && g < 130 && b < 90 ? 1 : 0),
  'objects/coffee': (r, g, b) => (r > 200 && g > 180 && b > 140 ? 3 : r > 95 && g < 50 && b < 40 ? 2 : 0),
  'animals/raccoon': (r, g, b) => (g > r + 12 && g > b + 30 ? 4 : 0),
}

/** The classes of a photo's pixels: those of the photo without its details. */
function maskOf(name: string, test: Test) {
  const smooth = nd.gaussianBlur(photo(name), { sigma: 3 })
  const [height, width] = smooth.shape as [number, number]
  const rgb = smooth.dataSync()
  const at = (i: number) => Number(rgb[i])
  const data = Uint8Array.from({ length: height * width }, (_, i) => test(at(3 * i), at(3 * i + 1), at(3 * i + 2)))
  return { data, shape: [height, width], layout: 'HW' }
}

const masked = () =>
  nd.preview(Object.keys(regions).map(photo), {
    masks: Object.entries(regions).map(([name, test]) => maskOf(name, test)),
    ...{ classNames: ['', 'suit', 'red china', 'white china', 'leaves'], columns: 3, size: 250 },
  })

/** Writes a picture as WebP: photos take a fifth of a PNG file. */
async function save(browser: Browser, name: string, png: Uint8Array): Promise<void> {
  const page = await browser.newPage()
  // The page's code is text: it has the browser's types.
  const text = await page.evaluate<string>(`(async () => {
    const image = await createImageBitmap(await (await fetch('data:image/png;base64,${Buffer.from(png).toString('base64')}')).blob())
    const canvas = new OffscreenCanvas(image.width, image.height)
    canvas.getContext('2d').drawImage(image, 0, 0)
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 })).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  })()`)
  await page.close()
  writeFileSync(join(root, `docs/images/${name}.webp`), Buffer.from(text, 'base64'))
}

/** What a notebook shows of a batch, where PENSTOCK_FRAMEWORK_PYTHON or python3 has numpy. */
async function notebook(browser: Browser): Promise<Uint8Array> {
  writeFileSync(
    join(root, 'build/notebook.mjs'),
    `import { fn, pipelineDef, types } from 'penstock-data'
export default pipelineDef({ batchSize: 16, seed: 3 }, (folder) => {
  const [files, labels] = fn.readers.file({ fileRoot: folder, randomShuffle: true })
  const decoded = fn.decoders.imageRandomCrop(files, { outputType: types.RGB })
  const images = fn.cropMirrorNormalize(fn.resize(decoded, { size: [224, 224] }), {
    mirror: fn.random.coinFlip(), dtype: types.FLOAT, outputLayout: 'CHW',
    mean: [123.675, 116.28, 103.53], std: [58.395, 57.12, 57.375],
  })
  return { images, labels }
})`,
  )
  const file = join(folder, 'notebook.html')
  const code = `import sys
from penstock import Loader
with Loader("build/notebook.mjs", ["data/photos"]) as loader, open(sys.argv[1], "w") as file:
    file.write("<body style='margin:8px;font:14px sans-serif;background:#fff'>" + next(iter(loader))._repr_html_())`
  const python = process.env.PENSTOCK_FRAMEWORK_PYTHON ?? 'python3'
  const env = { ...process.env, PYTHONPATH: join(root, 'python') }
  execFileSync(python, ['-c', code, file], { cwd: root, env })
  const page = await browser.newPage({ viewport: { width: 1084, height: 425 } })
  await page.goto(`file://${file}`)
  const png = await page.screenshot()
  await page.close()
  return png
}

if (!program) process.exit(1)
const browser = await start()
try {
  await save(browser, 'contact-sheet', run('--epochs', '1', '--size', '150', '--no-progress'))
  await save(browser, 'augment-grid', run('--augment-grid', '12', '--draws', '11', '--size', '150'))
  await save(browser, 'boxes', await boxed())
  await save(browser, 'masks', await masked())
  await save(browser, 'notebook', await notebook(browser))
} finally {
  await browser.close()
  rmSync(folder, { recursive: true })
}
