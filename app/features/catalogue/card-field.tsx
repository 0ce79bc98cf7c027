import { type Availability, hasPrice } from '../../../domain/availability.ts'
import { badges } from '../../../domain/badges.ts'
import { formatPence } from '../../../domain/money.ts'
import { ComingSoonTape, SoldOutStamp } from '../../ui/badge.tsx'
import { classes } from '../../ui/classes.ts'
import { slotPattern } from '../../ui/pattern.ts'
import { PriceStar } from '../../ui/price-star.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { BadgeStack } from './badge-stack.tsx'
import styles from './card-field.module.css'
import type { CardProduct } from './card-product.ts'
import { CardPictures } from './card-pictures.tsx'
import { stickerNumber } from './sticker-number.ts'

const starColours = ['lime', 'pink', 'orange'] as const

interface CardFieldProps {
  product: CardProduct
  state: Availability
  /** Place in the list: it decides the tilt of the sticker and the colour of the star. */
  index: number
  eager: boolean
}

/** The tinted place of the album where a sticker sits, with its badges, its price or its overlay. */
export function CardField({ product, state, index, eager }: CardFieldProps) {
  const price = hasPrice(product) ? formatPence(product.price) : null
  return (
    <div
      className={classes(
        styles.field,
        styles[state],
        product.isSeasonalLimited && styles.foil,
        `tint-${product.tint}`,
        slotPattern(product.sortOrder),
      )}
    >
      <CardPictures
        images={state === 'coming-soon' ? product.images.slice(0, 1) : product.images}
        state={state}
        eager={eager}
        first={eager && index === 0}
      />
      <span className={styles.number}>
        <VisuallyHidden>Sticker number </VisuallyHidden>
        {stickerNumber(product)}
      </span>
      <BadgeStack badges={badges(product)} />
      {state === 'sold-out' && <SoldOutStamp />}
      {state === 'coming-soon' && <ComingSoonTape />}
      {state === 'available' && (
        <PriceStar
          price={price}
          colour={starColours[index % 3] ?? 'lime'}
          className={styles.star}
        />
      )}
    </div>
  )
}
