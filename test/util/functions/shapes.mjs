// A user function whose samples 1 and 2 have extents that no tensor has.
export default (x) => {
  const i = x.dataSync()[0]
  if (i === 1) return { data: new Uint8Array(4), shape: [-1, -4] }
  if (i === 2) return { data: new Uint8Array(4), shape: [4.5] }
  return Uint8Array.of(i)
}
