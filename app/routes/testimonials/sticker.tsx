import type { Testimonial } from '../../content/testimonials.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './sticker.module.css'

/** Degrees by which a sticker misses its frame, in turn. */
const tilts = [-1.4, 1, 0.6, -0.8, 1.5, -1.1, 0.9]

/** A quote, die-cut and stuck over its numbered frame. */
export function Sticker({ testimonial, number }: { testimonial: Testimonial; number: number }) {
  const { text, author, location, color, textColor } = testimonial
  return (
    <li className={styles.slot}>
      <figure
        className={styles.sticker}
        style={{
          '--field': `var(--${color})`,
          '--words': `var(--${textColor})`,
          '--tilt': `${tilts[number % tilts.length]}deg`,
        }}
      >
        <span className={styles.number}>
          <VisuallyHidden>Sticker number </VisuallyHidden>
          {String(number).padStart(2, '0')}
        </span>
        <blockquote>{text}</blockquote>
        <figcaption>
          <b>{author}</b>, {location}
        </figcaption>
      </figure>
    </li>
  )
}
