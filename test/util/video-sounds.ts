// What make-videos.py has found in the tracks of sound of data/videos.
import { readFileSync } from 'node:fs'

export interface SoundGolden {
  name: string
  rate: number
  /** The sample of the first frame of the video has number 0. */
  first: number
  samples: number
  /** One in so many samples, of each channel; of noise only those of the first second. */
  each: number
  values: number[][]
}

export const soundGoldens = (
  JSON.parse(readFileSync(new URL('../golden/video_sounds.json', import.meta.url), 'utf8')) as { sounds: SoundGolden[] }
).sounds
