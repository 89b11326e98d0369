// Whether this machine has OpenJPEG, which decodes JPEG 2000. Tests of its files are skipped where it is missing, and say so.
import { bundled, decode } from './decode.js'

export const openJpeg = await decode(bundled('rgb.jp2')).then(
  () => true,
  (error: { code?: string }) => {
    if (error.code !== 'UNSUPPORTED') throw error
    console.log('skipped: JPEG 2000, because libopenjp2 is not installed')
    return false
  },
)
