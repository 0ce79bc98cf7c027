/** Loads a face with the page, for words in its first view: they would move when it comes. */
export function fontLink(name: 'display' | 'text' | 'marker' | 'telly') {
  const href = `/generated/fonts/${name}.woff2`
  return { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href } as const
}
