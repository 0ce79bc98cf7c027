import { type KeyboardEvent, useState } from 'react'

/**
 * Which of the options the Enter key takes: the first, until the arrow keys walk on, round the ends.
 * `of` is what the options belong to; with another list the first is chosen again. Home and End belong to the
 * text in the box and bring the choice back to the first, as the ARIA practices have it for a box that is typed in.
 */
export function useChoice(of: unknown, count: number) {
  const [choice, setChoice] = useState({ of, index: 0 })
  const chosen = choice.of === of ? choice.index : 0
  const choose = (index: number) => setChoice({ of, index })
  const onKeyDown = (event: KeyboardEvent) => {
    if (count === 0 || event.nativeEvent.isComposing) return
    if (event.key === 'Home' || event.key === 'End') choose(0)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    choose((chosen + step + count) % count)
  }
  return { chosen, onKeyDown }
}
