import { Children, type ReactNode, useRef } from 'react'
import styles from './carousel.module.css'
import { announce } from './announcer.ts'
import { joinClasses } from './classes.ts'
import { Icon } from './icon.tsx'
import { type CarouselOptions, type CarouselState, useCarousel } from './use-carousel.ts'

interface CarouselProps extends CarouselOptions {
  label: string
  itemName?: string
  controls?: 'full' | 'arrows'
  children: ReactNode
  className?: string | undefined
}

/**
 * A scroll-snap carousel, usable without JavaScript and by keyboard. In the layout `showcase` one slide is centred
 * between parts of its neighbours.
 */
export function Carousel(props: CarouselProps) {
  const { label, itemName = 'slide', controls = 'full', children, className, ...options } = props
  const track = useRef<HTMLUListElement>(null)
  const slides = Children.toArray(children)
  const carousel = useCarousel(track, slides.length, options)
  return (
    <section
      className={joinClasses(styles.carousel, className)}
      aria-roledescription="carousel"
      aria-label={label}
    >
      <ul
        className={joinClasses(styles.track, styles[options.layout ?? 'strip'])}
        ref={track}
        aria-label={label}
        tabIndex={slides.length > 1 ? 0 : -1}
      >
        {Children.map(slides, (slide) => (
          <li>{slide}</li>
        ))}
        {options.layout === 'showcase' && options.loop && <Peeks slides={slides} />}
      </ul>
      {slides.length > 1 && (
        <CarouselControls carousel={carousel} itemName={itemName} withDots={controls === 'full'} />
      )}
    </section>
  )
}

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

interface CarouselControlsProps {
  carousel: CarouselState
  itemName: string
  withDots: boolean
}

function CarouselControls({ carousel, itemName, withDots }: CarouselControlsProps) {
  const { playing, hasPrevious, hasNext, index, stops, step, togglePlaying } = carousel
  const moveBy = (by: 1 | -1) => {
    step(by)
    // A carousel that does not loop ignores a step beyond its ends.
    if (by < 0 ? hasPrevious : hasNext)
      announce(`${itemName} ${((index + by + stops) % stops) + 1} of ${stops}`)
  }
  const toggle = () => {
    togglePlaying()
    announce(playing ? 'Paused' : 'Playing')
  }
  return (
    <div className={styles.controls}>
      <Arrow
        label={`Previous ${itemName}`}
        back
        disabled={!hasPrevious}
        onPress={() => moveBy(-1)}
      />
      {withDots && <Dots carousel={carousel} />}
      <Arrow label={`Next ${itemName}`} disabled={!hasNext} onPress={() => moveBy(1)} />
      {playing !== null && (
        <button
          className={joinClasses(styles.disc, styles.pause)}
          type="button"
          aria-label={`${playing ? 'Pause' : 'Play'} the ${itemName}s`}
          onClick={toggle}
        >
          <Icon name={playing ? 'pause' : 'play'} />
        </button>
      )}
    </div>
  )
}

interface ArrowProps {
  label: string
  back?: boolean
  disabled?: boolean
  onPress: () => void
}

const stripes = [
  [3, 'milk'],
  [10, 'trans-pink'],
  [17, 'trans-blue'],
  [24, 'flag-brown'],
] as const

export function Arrow({ label, back = false, disabled, onPress }: ArrowProps) {
  return (
    <button
      className={styles.disc}
      type="button"
      aria-label={label}
      // Not `disabled`, so that the button keeps the focus at the last stop, where a press has no effect.
      aria-disabled={disabled}
      onClick={onPress}
    >
      <svg
        className={joinClasses(styles.chevron, back && styles.back)}
        viewBox="0 0 44 32"
        aria-hidden="true"
        focusable="false"
      >
        {stripes.map(([x, colour]) => (
          <path key={x} style={{ stroke: `var(--${colour})` }} d={`M${x} 2l13 14l-13 14`} />
        ))}
      </svg>
    </button>
  )
}

function Dots({ carousel: { stops, index, goTo } }: { carousel: CarouselState }) {
  return (
    <div className={joinClasses(styles.dots, stops > 4 && styles.many)}>
      {Array.from({ length: stops }, (_, stop) => (
        <button
          key={stop}
          type="button"
          aria-label={`${stop + 1} of ${stops}`}
          aria-current={stop === index || undefined}
          onClick={() => goTo(stop)}
        />
      ))}
    </div>
  )
}
