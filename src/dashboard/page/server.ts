// Asks the server. Each address carries the token that the page was opened with.
import type { PictureData, SampleView, Sheet, TraceData } from '../messages.js'

const token = new URLSearchParams(location.search).get('token') ?? ''

export function address(path: string, parameters: Record<string, string | number> = {}): string {
  const all = new URLSearchParams({ ...parameters, token } as Record<string, string>)
  return `${path}?${all}`
}

async function good(path: string, parameters: Record<string, string | number>, method = 'GET'): Promise<Response> {
  const response = await fetch(address(path, parameters), { method })
  if (response.ok) return response
  throw (await response.text()).trim()
}

/** Asks for one sample, made again. Throws the server's words. `decode`: its file comes as pixels. */
export async function replay(index: number, epoch: number, decode: boolean): Promise<SampleView> {
  const response = await good('replay', { index, epoch, ...(decode && { decode: 1 }) }, 'POST')
  return (await response.json()) as SampleView
}

/** The present trace. */
export async function fetchTrace(): Promise<TraceData> {
  return (await (await good('trace.json', {})).json()) as TraceData
}

/** The pixels of the contact sheet. Throws if the server has a later one by now. */
export async function sheetPixels({ number, thumbs, columns, cell }: Sheet): Promise<ImageBitmap> {
  const response = await good('sheet', { number })
  if (response.status === 204) throw 'There is a later contact sheet'
  const rgb = new Uint8Array(await response.arrayBuffer())
  const [width, height] = [columns * cell.width, Math.ceil(thumbs.length / columns) * cell.height]
  return pixels(rgb, width, height)
}

async function pixels(rgb: Uint8Array, width: number, height: number): Promise<ImageBitmap> {
  const image = new ImageData(width, height)
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    image.data.set(rgb.subarray(from, from + 3), to)
    image.data[to + 3] = 255
  }
  return createImageBitmap(image)
}

/** Throws if the browser does not know the format of a file. */
export async function decoded(picture: PictureData): Promise<ImageBitmap> {
  const bytes = Uint8Array.from(atob('file' in picture ? picture.file : picture.rgb), (c) => c.charCodeAt(0))
  return 'file' in picture ? createImageBitmap(new Blob([bytes])) : pixels(bytes, picture.width, picture.height)
}
