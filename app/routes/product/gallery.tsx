import { useRef } from 'react'
import { getAvailability } from '../../../domain/availability.ts'
import { getBadges } from '../../../domain/badges.ts'
import type { Product } from '../../../domain/product.ts'
import { FitMark } from '../../features/avoid/fit-mark.tsx'
import { stickerNumber } from '../../features/catalogue/sticker-number.ts'
import { BadgeStack, ComingSoonTape, SoldOutStamp } from '../../features/catalogue/badges.tsx'
import { Arrow } from '../../ui/carousel.tsx'
import { joinClasses } from '../../ui/classes.ts'
import { type CarouselState, useCarousel } from '../../ui/use-carousel.ts'
import styles from './gallery.module.css'
import type { Picture } from './pictures.ts'

const size = { width: 300, height: 360, decoding: 'async' } as const

/** A scroll-snap carousel with a labelled thumbnail for each picture. Without JavaScript the thumbnails are links. */
export function Gallery({ product, pictures }: { product: Product; pictures: Picture[] }) {
  const track = useRef<HTMLUListElement>(null)
  const carousel = useCarousel(track, pictures.length, { layout: 'single', loop: true })
  const state = getAvailability(product)
  const label = `Pictures of ${product.name}`
  const field = { 'sold-out': 'off', 'coming-soon': 'grape', available: product.tint }[state]
  return (
    <section className={styles.gallery} aria-roledescription="carousel" aria-label={label}>
      <div
        className={joinClasses(
          styles.field,
          styles[state],
          product.isSeasonalLimited && styles.foil,
        )}
        style={{ '--strong': `var(--${field}-rays)`, '--pale': `var(--${field})` }}
      >
        {pictures.length === 0 ? (
          <p className="no-picture">No Image</p>
        ) : (
          <ul
            className={styles.track}
            ref={track}
            aria-label={label}
            tabIndex={pictures.length > 1 ? 0 : -1}
          >
            {pictures.map((picture, index) => (
              <li key={picture.src} id={`picture-${index + 1}`}>
                <img
                  {...size}
                  srcSet={picture.sources}
                  sizes="(min-width: 48rem) 30rem, 76vw"
                  src={picture.src}
                  alt={picture.alt}
                  loading={index === 0 ? 'eager' : 'lazy'}
                  fetchPriority={index === 0 ? 'high' : undefined}
                />
              </li>
            ))}
          </ul>
        )}
        <span className={styles.number} aria-hidden="true">
          {stickerNumber(product)}
        </span>
        <BadgeStack badges={getBadges(product)} large />
        {state === 'sold-out' && <SoldOutStamp className={styles.stamp} />}
        {state === 'coming-soon' && <ComingSoonTape className={styles.tape} />}
        <FitMark slug={product.slug} position="gallery" />
        {pictures.length > 1 && (
          <div className={styles.arrows}>
            <Arrow label="Previous picture" back onPress={() => carousel.step(-1)} />
            <Arrow label="Next picture" onPress={() => carousel.step(1)} />
          </div>
        )}
      </div>
      {pictures.length > 1 && <Thumbs pictures={pictures} carousel={carousel} />}
    </section>
  )
}

function Thumbs({ pictures, carousel }: { pictures: Picture[]; carousel: CarouselState }) {
  return (
    <ul className={styles.thumbs}>
      {pictures.map(({ src, thumb, label }, index) => (
        <li key={src}>
          <a
            href={`#picture-${index + 1}`}
            aria-current={index === carousel.index || undefined}
            onClick={(event) => {
              event.preventDefault()
              carousel.goTo(index)
            }}
          >
            <span className={styles.thumb}>
              <img {...size} src={thumb} alt="" fetchPriority={index === 0 ? undefined : 'low'} />
            </span>
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}
