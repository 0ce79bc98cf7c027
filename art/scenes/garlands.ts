import { circle, cycle, drawn, flags, inked, line, palette, repeat, tenth } from '../kit.ts'

/** A string hung between two points. */
export interface Garland {
  from: readonly [x: number, y: number]
  to: readonly [x: number, y: number]
  sag: number
  count: number
}

/** Pennants in the six stripes. */
export function bunting(garland: Garland): string {
  const pennants = repeat(garland.count, (index) => {
    const [ax, ay] = pointOn(garland, (index + 0.12) / garland.count)
    const [bx, by] = pointOn(garland, (index + 0.88) / garland.count)
    const length = Math.hypot(bx - ax, by - ay) * 1.05
    const lean = (-(by - ay) / (bx - ax || 1)) * length * 0.35
    const tip = `${tenth((ax + bx) / 2 + lean)} ${tenth((ay + by) / 2 + length)}`
    const path = `M${tenth(ax)} ${tenth(ay)}L${tenth(bx)} ${tenth(by)}L${tip}Z`
    return inked(cycle(flags.six, index), 4, 2)(path)
  })
  return rope(garland) + pennants
}

/** Coloured light bulbs. */
export function bulbs(garland: Garland): string {
  const lights = repeat(garland.count, (index) => {
    const [x, y] = pointOn(garland, (index + 0.5) / garland.count)
    const colour = cycle([palette.butter, palette.lime, palette.pink], index)
    return drawn`
  <rect x="${tenth(x - 4)}" y="${tenth(y - 1)}" width="8" height="9" fill="${palette.ink}"/>
  ${inked(colour, 3.6, 1.5)}${circle(tenth(x), tenth(y + 16), 9)}`
  })
  return rope(garland) + lights
}

function rope({ from, to, sag }: Garland): string {
  const [x, y] = lowest(from, to, sag)
  return line(4)`M${from[0]} ${from[1]}Q${x} ${y} ${to[0]} ${to[1]}`
}

function pointOn({ from, to, sag }: Garland, t: number): [number, number] {
  const middle = lowest(from, to, sag)
  const at = (axis: 0 | 1) =>
    (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * middle[axis] + t * t * to[axis]
  return [at(0), at(1)]
}

function lowest(from: Garland['from'], to: Garland['to'], sag: number): [number, number] {
  return [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 + sag * 2]
}
