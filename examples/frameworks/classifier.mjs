// The model of the examples of this folder: EfficientNet-Lite0, a classifier of
// photos with the 1000 classes of ImageNet. setup.sh makes its file.
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import * as ort from 'onnxruntime-node'
import { fn } from 'penstock-data'
import { toOrt } from 'penstock-data/onnx'

// Since version 1.29 ONNX Runtime tells its maker about models and the machine,
// unless this was set before its first session.
process.env.ORT_DISABLE_TELEMETRY ??= '1'

const side = 224

/**
 * What the model was trained on: the middle of the photo, an eighth cut off,
 * with pixels from -1 to 1.
 */
export function modelInput(photos) {
  const scaled = fn.resize(photos, {
    resizeShorter: side / 0.875,
    interpType: 'cubic',
  })
  return fn.cropMirrorNormalize(scaled, {
    crop: [side, side],
    mean: [127],
    std: [128],
  })
}

/**
 * Loads the model. The result takes a batch of modelInput(), and gives for each photo the `count` most probable
 * classes, as { label, probability }.
 */
export async function loadClassifier(folder = 'efficientnet-lite0') {
  const file = join(folder, 'model.onnx')
  if (!existsSync(file)) {
    console.error(
      `There is no ${file}. Make it: sh ${join(import.meta.dirname, 'setup.sh')}`,
    )
    process.exit(1)
  }
  const labels = JSON.parse(readFileSync(join(folder, 'labels.json'), 'utf8'))
  // Half of the cores decode photos meanwhile. Threads of the model that have
  // nothing to do must not spin on them.
  const session = await ort.InferenceSession.create(file, {
    intraOpNumThreads: Math.max(1, availableParallelism() >> 1),
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  })
  return async (images, count) => {
    const { probabilities } = await session.run({ images: toOrt(images) })
    return Array.from({ length: images.length }, (_, i) =>
      best(
        probabilities.data.subarray(i * labels.length, (i + 1) * labels.length),
        labels,
        count,
      ),
    )
  }
}

function best(probabilities, labels, count) {
  const order = [...probabilities.keys()].sort(
    (a, b) => probabilities[b] - probabilities[a],
  )
  // A class has several names; the first is enough.
  return order.slice(0, count).map((i) => ({
    label: labels[i].split(', ')[0],
    probability: probabilities[i],
  }))
}
