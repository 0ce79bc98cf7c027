/** `Promise.withResolvers`, which the oldest supported browsers do not have. */
export function createDeferred<Value>() {
  let resolve!: (value: Value) => void
  const promise = new Promise<Value>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
