// What readers of records give, in the form that golden files of Python's readers have it.
import type { Pipeline, TensorList } from 'penstock-data'

export type Output = [dtype: string, shape: number[], base64: string]

/** All samples of an epoch, by the names of outputs, and their sources. */
export async function recordsOf(
  pipe: Pipeline<Record<string, TensorList>>,
  names: readonly string[],
): Promise<{ samples: Output[][]; sources: string[] }> {
  const samples: Output[][] = []
  const sources: string[] = []
  for await (const batch of pipe) {
    const lists = names.map((name) => batch[name]!)
    for (let i = 0; i < lists[0]!.length; i++) {
      sources.push(lists[0]!.sourceInfo(i).source)
      samples.push(
        lists.map((output): Output => {
          const { dtype, shape } = output.at(i)
          const { buffer, byteOffset, byteLength } = output.at(i).dataSync()
          return [dtype, [...shape], Buffer.from(buffer, byteOffset, byteLength).toString('base64')]
        }),
      )
    }
  }
  return { samples, sources }
}
