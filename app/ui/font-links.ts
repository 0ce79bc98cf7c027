/** For the `links` of a page that shows hand lettering above the fold: without it the words move when the face comes. */
export const markerFont = {
  rel: 'preload',
  as: 'font',
  type: 'font/woff2',
  crossOrigin: 'anonymous',
  href: '/generated/fonts/marker.woff2',
} as const
