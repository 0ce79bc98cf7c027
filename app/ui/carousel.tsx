import { Children, type ReactNode, useRef } from 'react'
import { CarouselControls } from './carousel-controls.tsx'
import styles from './carousel.module.css'
import { classes } from './classes.ts'
import { type CarouselRules, useCarousel } from './use-carousel.ts'

interface CarouselProps extends CarouselRules {
  /** Names the carousel: "Catering pictures". */
  label: string
  /** What one slide is, for the names of the buttons: "picture". */
  itemName?: string
  /** The buttons below: all of them, only the arrows, or none where something outside steers. */
  controls?: 'full' | 'arrows' | 'none'
  /** One element a slide. */
  children: ReactNode
  className?: string | undefined
}

/**
 * A list that scrolls sideways and snaps: it works without JavaScript and by keyboard. `strip` shows
 * several slides and a peeking edge, `showcase` one in the middle with a peek on both sides, `single` one.
 */
export function Carousel(props: CarouselProps) {
  const { label, itemName = 'slide', controls = 'full', children, className, ...rules } = props
  const track = useRef<HTMLUListElement>(null)
  const slides = Children.toArray(children)
  const carousel = useCarousel(track, slides.length, rules)
  return (
    <section
      className={classes(styles.carousel, className)}
      aria-roledescription="carousel"
      aria-label={label}
    >
      <ul
        className={classes(styles.track, styles[rules.layout ?? 'strip'])}
        ref={track}
        aria-label={label}
        tabIndex={slides.length > 1 ? 0 : -1}
      >
        {Children.map(slides, (slide) => (
          <li>{slide}</li>
        ))}
        {rules.layout === 'showcase' && rules.loop && <Peeks slides={slides} />}
      </ul>
      {controls !== 'none' && slides.length > 1 && (
        <CarouselControls carousel={carousel} itemName={itemName} withDots={controls === 'full'} />
      )}
    </section>
  )
}

/** The last slide again before the first, and the first after the last: what comes round shows on both sides. */
function Peeks({ slides }: { slides: ReactNode[] }) {
  return (
    <>
      <li className={styles.before} aria-hidden inert>
        {slides.at(-1)}
      </li>
      <li className={styles.after} aria-hidden inert style={{ '--slides': slides.length }}>
        {slides[0]}
      </li>
    </>
  )
}
