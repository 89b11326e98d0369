// Reads the labels that examples/frameworks/classify.mjs prints of the bundled photos, and those of Python's ONNX
// Runtime (test/peers/make_labels.py).
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'

type Found = [label: string, probability: number][]
const file = new URL('../peers/labels.json', import.meta.url)
const reference: Record<string, Found> = JSON.parse(readFileSync(file, 'utf8'))
/** The largest difference of a probability from that of Python, whose photos are scaled by Pillow. */
const near = 0.03

/** The lines of the program: for each photo its labels with probabilities. */
function labelsOf(stdout: string): Record<string, Found> {
  const lines = stdout.split('\n').filter((line) => /^\S+\.jpg +\S/.test(line))
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, rest] = /^(\S+) +(.*)$/.exec(line)!
      const found = [...rest!.matchAll(/([^,]+?) ([\d.]+)%/g)].map(([, label, p]): Found[number] => [
        label!.trim(),
        Number(p) / 100,
      ])
      return [name!, found]
    }),
  )
}

/** Fails unless every photo has five labels, the best one is that of Python, and so are the others that stand out. */
export function expectLabels(stdout: string): void {
  const found = labelsOf(stdout)
  expect(Object.keys(found).sort()).toEqual(Object.keys(reference).sort())
  for (const [name, expected] of Object.entries(reference)) {
    const labels = found[name]!
    expect(labels, name).toHaveLength(5)
    expect(labels[0]![0], name).toBe(expected[0]![0])
    const least = labels[4]![1]
    for (const [label, probability] of expected) {
      const same = labels.find(([other]) => other === label)
      // A label that is not among the five may be as probable as the fifth.
      if (same) expect(Math.abs(same[1] - probability), `${name}: ${label}`).toBeLessThan(near)
      else expect(probability - least, `${name}: ${label}`).toBeLessThan(near)
    }
  }
}
