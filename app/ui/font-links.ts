/** Returns the preload link of a font with text in the first view, which would shift if the font came later. */
export function fontLink(name: 'display' | 'text' | 'marker' | 'telly') {
  const href = `/generated/fonts/${name}.woff2`
  return { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href } as const
}
