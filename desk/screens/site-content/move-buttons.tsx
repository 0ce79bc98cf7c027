import { announce } from '../../ui/announcer.tsx'
import { Icon } from '../../ui/icon.tsx'
import buttonStyles from '../../ui/button.module.css'
import styles from './words.module.css'

interface MoveButtonsProps {
  /** The name of the item for screen readers. */
  name: string
  /** `place` is the position, from 1; `count` is the length of the list. */
  place: number
  count: number
  onMove: (to: number) => void
}

/** At an end of the list one button does nothing but stays focusable, so that the keyboard focus is not lost. */
export function MoveButtons({ name, place, count, onMove }: MoveButtonsProps) {
  const move = (to: number) => {
    if (to < 1 || to > count) return
    onMove(to)
    announce(`${name}: ${to} of ${count}`)
  }
  return (
    <span className={styles.order}>
      <button
        type="button"
        className={buttonStyles.iconButton}
        aria-label={`Move ${name} up`}
        aria-disabled={place === 1}
        onClick={() => move(place - 1)}
      >
        <Icon name="up" small />
      </button>
      <button
        type="button"
        className={buttonStyles.iconButton}
        aria-label={`Move ${name} down`}
        aria-disabled={place === count}
        onClick={() => move(place + 1)}
      >
        <Icon name="down" small />
      </button>
    </span>
  )
}

/** Returns the list with one item moved to another position; positions count from 1. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from - 1)
  const one = list.slice(from - 1, from)
  return [...rest.slice(0, to - 1), ...one, ...rest.slice(to - 1)]
}
