/**
 * The router's start script sends the data of the page through them, and Firefox has them since 105 and 113. Both encode
 * UTF-8, as the router's do.
 */
export function provideTextStreams(): void {
  if (!('TextEncoderStream' in window))
    provide('TextEncoderStream', () => {
      const encoder = new TextEncoder()
      return (text: string) => encoder.encode(text)
    })
  if (!('TextDecoderStream' in window))
    provide('TextDecoderStream', () => {
      const decoder = new TextDecoder()
      return (bytes: Uint8Array<ArrayBuffer>) => decoder.decode(bytes, { stream: true })
    })
}

function provide<In, Out>(name: string, create: () => (chunk: In) => Out): void {
  const make = function () {
    const convert = create()
    return new TransformStream<In, Out>({
      transform: (chunk, controller) => controller.enqueue(convert(chunk)),
    })
  }
  Object.assign(window, { [name]: make })
}
