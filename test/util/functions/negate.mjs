// A user function for tests: every float with the other sign.
export default function negate(tensor) {
  return { data: tensor.dataSync().map((v) => -v), shape: tensor.shape, layout: tensor.layout }
}
