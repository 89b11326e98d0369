// A function for fn.jsFunction: blurs an image (height, width, channels) with a
// box of random size. The numbers of info.random() belong to the sample: any
// number of workers gives the same images.
export default function blur(image, info) {
  const [height, width, channels] = image.shape
  const radius = 1 + Math.floor(3 * info.random())
  const rows = boxed(
    image.dataSync(),
    height * width * channels,
    channels,
    width,
    radius,
  )
  const data = boxed(
    rows,
    height * width * channels,
    width * channels,
    height,
    radius,
  )
  return [{ data, shape: image.shape, layout: image.layout }, radius]
}

/**
 * Mean over 2 radius + 1 neighbours along the axis with this stride and extent;
 * the edge repeats.
 */
function boxed(from, size, stride, extent, radius) {
  const to = new Uint8Array(size)
  for (let i = 0; i < size; i++) {
    const at = Math.floor(i / stride) % extent
    let sum = 0
    for (let d = -radius; d <= radius; d++) {
      const clamped = Math.min(extent - 1, Math.max(0, at + d))
      sum += from[i + (clamped - at) * stride]
    }
    to[i] = Math.round(sum / (2 * radius + 1))
  }
  return to
}
