import { pictureFilters } from '../../ui/shapes/picture-filters.ts'

/**
 * The looks of sold-out and coming-soon pictures. They come with the document and stay in it, so the
 * browser's bundle does without the drawing.
 */
export function PictureFilters() {
  const drawing = import.meta.env.SSR ? pictureFilters() : ''
  return <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: drawing }} />
}
