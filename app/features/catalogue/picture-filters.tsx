import { pictureFilters } from '../../art/picture-filters.ts'

/** The looks of sold-out and coming-soon pictures; a page with product pictures holds them once. */
export function PictureFilters() {
  return <div dangerouslySetInnerHTML={{ __html: pictureFilters }} />
}
