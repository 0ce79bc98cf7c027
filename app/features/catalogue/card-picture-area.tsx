import { useState } from 'react'
import { type Availability, hasPrice } from '../../../domain/availability.ts'
import { getBadges } from '../../../domain/badges.ts'
import { formatPence } from '../../../domain/money.ts'
import { joinClasses } from '../../ui/classes.ts'
import { getSlotPatternClass } from '../../ui/pattern.ts'
import { PriceStar } from '../../ui/price-star.tsx'
import { FitMark } from '../avoid/fit-mark.tsx'
import { BadgeStack, ComingSoonTape, SoldOutStamp } from './badges.tsx'
import styles from './card-picture-area.module.css'
import type { CardProduct } from './card-product.ts'
import { pictureRevealers } from './picture-carousels.ts'
import { stickerNumber } from './sticker-number.ts'

const starColours = ['lime', 'pink', 'orange'] as const

interface CardPictureAreaProps {
  product: CardProduct
  state: Availability
  index: number
  eager: boolean
}

export function CardPictureArea({ product, state, index, eager }: CardPictureAreaProps) {
  const price = hasPrice(product) ? formatPence(product.price) : null
  return (
    <div
      className={joinClasses(
        styles.field,
        styles[state],
        product.isSeasonalLimited && styles.foil,
        `tint-${product.tint}`,
        getSlotPatternClass(product.sortOrder),
      )}
    >
      <CardPictures
        images={state === 'coming-soon' ? product.images.slice(0, 1) : product.images}
        eager={eager}
        first={eager && index === 0}
      />
      <span className={styles.number}>
        <span className="visually-hidden">Sticker number </span>
        {stickerNumber(product)}
      </span>
      <BadgeStack badges={getBadges(product)} />
      {state === 'sold-out' && <SoldOutStamp />}
      {state === 'coming-soon' && <ComingSoonTape />}
      {state === 'available' && (
        <PriceStar
          price={price}
          colour={starColours[index % 3] ?? 'lime'}
          className={styles.star}
        />
      )}
      <FitMark slug={product.slug} position="card" />
    </div>
  )
}

interface CardPicturesProps {
  images: readonly string[]
  eager: boolean
  first: boolean
}

/**
 * A horizontal scroller that shows one picture at a time. `picture-carousels.ts` renders each further picture half a step before it
 * scrolls there, so that pictures are loaded only when they are needed.
 */
function CardPictures({ images, eager, first }: CardPicturesProps) {
  const [renderedCount, setRenderedCount] = useState(1)
  if (images.length === 0) return <p className="no-picture">No Image</p>
  return (
    <div
      className={styles.pictures}
      data-pictures={images.length > 1 ? images.length : undefined}
      ref={(row) => {
        if (row !== null) pictureRevealers.set(row, setRenderedCount)
      }}
    >
      {images.slice(0, renderedCount).map((image, index) => (
        <div key={image}>
          <img
            src={image}
            alt=""
            width={300}
            height={360}
            loading={eager || index > 0 ? undefined : 'lazy'}
            fetchPriority={first && index === 0 ? 'high' : undefined}
          />
        </div>
      ))}
    </div>
  )
}
