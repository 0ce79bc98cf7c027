import { type Availability } from '../../../domain/availability.ts'
import { classes } from '../../ui/classes.ts'
import styles from './card-pictures.module.css'

interface CardPicturesProps {
  images: readonly string[]
  state: Availability
  /** On the first screen the pictures are not put off. */
  eager: boolean
  /** The first picture of the page, which is fetched before the others. */
  first: boolean
}

/**
 * The pictures of a card in one row that shows one at a time; `picture-carousels.ts` moves it on.
 */
export function CardPictures({ images, state, eager, first }: CardPicturesProps) {
  if (images.length === 0) return <p className={styles.none}>No Image</p>
  return (
    <ul className={classes(styles.pictures, styles[state])} data-pictures={images.length}>
      {images.map((image, index) => (
        <li key={image} hidden={index > 0}>
          <img
            src={image}
            alt=""
            width={300}
            height={360}
            loading={eager && index === 0 ? 'eager' : 'lazy'}
            fetchPriority={first && index === 0 ? 'high' : undefined}
            decoding="async"
          />
        </li>
      ))}
    </ul>
  )
}
