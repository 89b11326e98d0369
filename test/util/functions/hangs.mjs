// A module that never finishes loading.
await new Promise(() => setInterval(() => {}, 1000))
export default (x) => x
