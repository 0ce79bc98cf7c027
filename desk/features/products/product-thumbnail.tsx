import { getSmallPhotoUrl } from '../../../domain/photo-names.ts'
import type { ProductRow } from './queries.ts'
import thumbStyles from '../../ui/thumb.module.css'
import styles from './product-thumbnail.module.css'

const shades: Record<ProductRow['state'], string | undefined> = {
  live: undefined,
  hidden: undefined,
  'sold-out': styles.soldOut,
  'coming-soon': styles.comingSoon,
}

export function ProductThumbnail({
  product,
}: {
  product: Pick<ProductRow, 'image' | 'state' | 'tint'>
}) {
  const { image, state, tint } = product
  return (
    <span
      data-state={state}
      className={`${thumbStyles.thumb} ${shades[state] ?? ''}`}
      style={{ '--k': state === 'sold-out' ? 'var(--off)' : `var(--${tint})` }}
    >
      {image !== null && (
        <img src={getSmallPhotoUrl(image)} alt="" width={42} height={50} loading="lazy" />
      )}
    </span>
  )
}

/** Formats the product's number in the album, as on the stickers. */
export const formatAlbumNumber = (number: number): string => String(number).padStart(2, '0')
