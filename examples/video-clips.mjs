// Clips of videos: from each file 4 frames, spread over the first second and a
// half, become one batch of equal shape, and each clip a strip in a picture.
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fn, pipelineDef } from 'penstock-data'
import { PNG } from 'pngjs'

const out = process.argv[2] ?? join(tmpdir(), 'video-clips.png')
const videos = fileURLToPath(new URL('../data/videos', import.meta.url))

const define = pipelineDef({ batchSize: 3, numThreads: 2 }, () => {
  const [files] = fn.readers.file({
    files: ['h264.mp4', 'vp9.webm', 'av1.mp4'].map((name) =>
      join(videos, name),
    ),
  })
  const clips = fn.decoders.video(files, { sequenceLength: 4, stride: 12 })
  return [fn.resize(clips, { size: [72, 128] })]
})

const pipe = define()
try {
  const [clips] = await pipe.run()
  const [count, frames, height, width] = [3, 4, 72, 128]
  console.log(`${count} clips of ${clips.at(0).shape.join(' x ')}`)
  const picture = new PNG({ width: frames * width, height: count * height })
  for (let clip = 0; clip < count; clip++) {
    const pixels = clips.at(clip).dataSync()
    for (let i = 0; i < pixels.length / 3; i++) {
      const [x, y] = [i % width, Math.floor(i / width) % height]
      const frame = Math.floor(i / width / height)
      const at = (clip * height + y) * picture.width + frame * width + x
      picture.data.set([...pixels.subarray(3 * i, 3 * i + 3), 255], 4 * at)
    }
  }
  writeFileSync(out, PNG.sync.write(picture))
  console.log(`see ${out}`)
} catch (error) {
  if (error.code !== 'UNSUPPORTED') throw error
  console.log(`no videos here: ${error.hint}`)
} finally {
  await pipe.close()
}
