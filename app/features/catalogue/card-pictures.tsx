import { useState } from 'react'
import { type Availability } from '../../../domain/availability.ts'
import { classes } from '../../ui/classes.ts'
import styles from './card-pictures.module.css'
import { showFirst } from './picture-carousels.ts'

interface CardPicturesProps {
  images: readonly string[]
  state: Availability
  /** On the first screen the pictures are not put off. */
  eager: boolean
  /** The first picture of the page, which is fetched before the others. */
  first: boolean
}

/**
 * The pictures of a card in one row that shows one at a time. The others come when `picture-carousels.ts` asks for
 * them, a step before it moves the row on.
 */
export function CardPictures({ images, state, eager, first }: CardPicturesProps) {
  const [shown, setShown] = useState(1)
  if (images.length === 0) return <p className="no-picture">No Image</p>
  return (
    <ul
      className={classes(styles.pictures, styles[state])}
      data-pictures={images.length > 1 ? images.length : undefined}
      ref={(row) => {
        if (row !== null) showFirst.set(row, setShown)
      }}
    >
      {images.slice(0, shown).map((image, index) => (
        <li key={image}>
          <img
            src={image}
            alt=""
            width={300}
            height={360}
            loading={eager || index > 0 ? undefined : 'lazy'}
            fetchPriority={first && index === 0 ? 'high' : undefined}
          />
        </li>
      ))}
    </ul>
  )
}
