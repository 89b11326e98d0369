// A user function for tests: negates every float.
export default function negate(tensor) {
  return { data: tensor.dataSync().map((v) => -v), shape: tensor.shape, layout: tensor.layout }
}
