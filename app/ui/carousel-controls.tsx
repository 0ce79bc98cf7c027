import styles from './carousel.module.css'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import type { CarouselState } from './use-carousel.ts'

interface CarouselControlsProps {
  carousel: CarouselState
  itemName: string
  withDots: boolean
}

/** Previous, one dot a stop, next, and a pause button where something moves by itself. */
export function CarouselControls({ carousel, itemName, withDots }: CarouselControlsProps) {
  const { playing, hasPrevious, hasNext, step, togglePlaying } = carousel
  return (
    <div className={styles.controls}>
      <Arrow label={`Previous ${itemName}`} back disabled={!hasPrevious} onPress={() => step(-1)} />
      {withDots && <Dots carousel={carousel} />}
      <Arrow label={`Next ${itemName}`} disabled={!hasNext} onPress={() => step(1)} />
      {playing !== null && (
        <button
          className={classes(styles.disc, styles.pause)}
          type="button"
          aria-label={`${playing ? 'Pause' : 'Play'} the ${itemName}s`}
          onClick={togglePlaying}
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
  disabled: boolean
  onPress: () => void
}

/** Where the four stripes of the chevron begin: trans white, pink and blue, and brown. */
const stripes = [
  [3, 'milk'],
  [10, 'trans-pink'],
  [17, 'trans-blue'],
  [24, 'flag-brown'],
] as const

/** An ink disc with the Progress chevron; the disc is the flag's black stripe. */
export function Arrow({ label, back = false, disabled, onPress }: ArrowProps) {
  return (
    <button
      className={styles.disc}
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={onPress}
    >
      <svg
        className={classes(styles.chevron, back && styles.back)}
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
    <div className={classes(styles.dots, stops > 4 && styles.many)}>
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
