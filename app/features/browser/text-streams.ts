/**
 * Provides TextEncoderStream and TextDecoderStream, through which the inline script of the router passes the data of the page.
 * Firefox supports them only since versions 113 and 105. Both convert UTF-8, the only encoding that the router uses.
 */
export function polyfillTextStreams(): void {
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
  const Stream = function () {
    const convert = create()
    return new TransformStream<In, Out>({
      transform: (chunk, controller) => controller.enqueue(convert(chunk)),
    })
  }
  Object.assign(window, { [name]: Stream })
}
