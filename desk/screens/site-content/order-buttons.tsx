import { announce } from '../../ui/announcer.tsx'
import { Icon } from '../../ui/icon.tsx'

interface OrderButtonsProps {
  /** What is moved, for whoever hears it. */
  name: string
  /** Where it stands, from 1, and how many there are. */
  place: number
  count: number
  onMove: (to: number) => void
}

/** At an end of the list one of them does nothing, and keeps the focus of whoever moved it there by keyboard. */
export function OrderButtons({ name, place, count, onMove }: OrderButtonsProps) {
  const move = (to: number) => {
    if (to < 1 || to > count) return
    onMove(to)
    announce(`${name}: ${to} of ${count}`)
  }
  return (
    <span className="words-order">
      <button
        type="button"
        className="ibtn"
        aria-label={`Move ${name} up`}
        aria-disabled={place === 1}
        onClick={() => move(place - 1)}
      >
        <Icon name="up" small />
      </button>
      <button
        type="button"
        className="ibtn"
        aria-label={`Move ${name} down`}
        aria-disabled={place === count}
        onClick={() => move(place + 1)}
      >
        <Icon name="down" small />
      </button>
    </span>
  )
}

/** A list with one of it put at another place, from 1. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from - 1)
  const one = list.slice(from - 1, from)
  return [...rest.slice(0, to - 1), ...one, ...rest.slice(to - 1)]
}
