/** How far `time` has come from `from` to `to`, 0 to 1. */
export function progress(time: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (time - from) / (to - from)))
}

export function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share
}

/** Starts and stops softly. */
export function eased(share: number): number {
  return share * share * (3 - 2 * share)
}

/** Shoots past its end and comes back, like a sticker pressed down. */
export function overshot(share: number): number {
  const rest = share - 1
  return 1 + 2.7 * rest ** 3 + 1.7 * rest ** 2
}

/** Swings between -1 and 1, `perSecond` times a second; `phase` in turns. */
export function swing(time: number, perSecond: number, phase = 0): number {
  return Math.sin((time * perSecond + phase) * 2 * Math.PI)
}

/** The height of something that bounces, 0 on the ground to 1. */
export function bounce(time: number, perSecond: number, phase = 0): number {
  return Math.abs(Math.sin((time * perSecond + phase) * Math.PI))
}
