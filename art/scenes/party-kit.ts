import {
  circle,
  clipped,
  cycle,
  drawn,
  halftone,
  inked,
  line,
  palette,
  prop,
  puddle,
  repeat,
  roundedRect,
  tenth,
  shaded,
} from '../kit.ts'

/** A party hat; it stands on a guest's head at 0 0. */
export function partyHat(colour: string, stripes: string): string {
  return drawn`
  ${inked(colour, 4, 2)}M-20-2L2-58L24-4Q2 6-20-2Z
  ${line(4.5, stripes)}M-12-20L18-14M-5-37L11-33
  ${inked(stripes, 3.4, 1.5)}${circle(2, -60, 8)}`
}

export function balloonOnString(colour: string): string {
  return inked(colour, 4.5, 2)(circle(0, 0, 26)) + line(4)`M0 26q-10 14 2 26t-4 26`
}

export function balloon(x: number, y: number, r: number, colour: string): string {
  const light = `M${tenth(x - r * 0.5)} ${tenth(y - r * 0.2)}q${tenth(r * 0.1)} ${tenth(-r * 0.3)} ${tenth(r * 0.4)} ${tenth(-r * 0.42)}`
  return inked(colour, 4.5, 3)(circle(x, y, r)) + line(5, palette.milk)(light)
}

/** A mirror ball, hung from above. */
export function mirrorBall(r: number): string {
  const ball = circle(0, 0, r)
  const across = [-0.66, -0.33, 0, 0.33, 0.66].map(
    (share) => `M${-r} ${tenth(share * r)}Q0 ${tenth(share * r * 1.34)} ${r} ${tenth(share * r)}`,
  )
  const down = [-0.7, -0.36, 0, 0.36, 0.7].map(
    (share) =>
      `M${tenth(share * r * 0.3)} ${-r}Q${tenth(share * r * 1.8)} 0 ${tenth(share * r * 0.3)} ${r}`,
  )
  return drawn`
  ${prop(palette.lilac)}${ball}
  ${clipped(ball, facets(r) + line(3)(across.join('') + down.join('')))}
  ${halftone(ball, 0, -r, r, 2 * r)}
  ${line(5)}${ball}`
}

function facets(r: number): string {
  const lights = [palette.milk, palette.sky, palette.pink, palette.lilac, palette.butter]
  return repeat(54, (index) => {
    const row = Math.floor(index / 9)
    const column = index % 9
    if ((column * 5 + row * 3) % 4 !== 0) return ''
    const x = tenth(-r + (column * r) / 4 + (row % 2 ? r / 8 : 0))
    const y = tenth(-r + (row * r) / 3)
    return `<rect x="${x}" y="${y}" width="${tenth(r / 4)}" height="${tenth(r / 3)}" fill="${cycle(lights, column * 3 + row * 2)}"/>`
  })
}

const buttons = repeat(
  10,
  (index) =>
    `<circle cx="${-30 + (index % 5) * 17}" cy="${92 + Math.floor(index / 5) * 26 + (index % 2) * 6}" r="5"/>`,
)

/** A gloved hand that holds something up. */
export const glove = drawn`
  ${prop(palette.pink)}M-46 150L-38 70H40L50 150Z
  <g fill="${palette.milk}">${buttons}</g>
  ${line(5)}M-46 150L-38 70H40L50 150
  ${prop(palette.milk, 2)}M-46 60Q-48 82-38 84H42Q52 82 48 60Z
  ${prop(palette.milk)}M-44 66C-60 40-86 22-92 6Q-92-6-80-4L-56 8Q-66-14-46-16Q-34-14-30 0Q-30-18-12-18Q6-18 4 0Q8-16 24-14Q42-12 38 6Q46-4 58 2Q68 10 60 22C52 36 50 54 46 66Q0 78-44 66Z
  ${line(4)}M-30 0Q-30 12-24 20M4 0Q4 12 8 20M38 6Q34 14 34 22
  ${halftone('M-44 66C-60 40-86 22-92 6L60 22C52 36 50 54 46 66Z', 6, 10, 50, 60)}`

const drum = 'M-120-132H120Q146-132 146-104Q146-62 92-58H-92Q-146-62-146-104Q-146-132-120-132Z'
const flames = repeat(
  4,
  (index) =>
    inked(
      index % 2 ? palette.butter : palette.glow,
      3.6,
      1.5,
    )`M${-70 + index * 46}-92q-12-14 2-28q2 8 8 10q2-8 8-12q14 16 2 30Z`,
)

/** The oil-drum smoker. */
export const smoker = drawn`
  ${puddle(150)}
  ${prop(palette.ink, 0)}M-92-60L-112 0H-96L-70-60ZM92-60L112 0H96L70-60Z
  ${prop(palette.aubergine, 2)}M-158-120H-138V-206H-158Z
  ${shaded(palette.coral, [0, -200, 124, 70])}M-122-132Q-118-192-60-196H60Q118-192 122-132Z
  ${prop(palette.milk, 1.5)}${roundedRect(-34, -176, 68, 14, 7)}
  ${shaded(palette.aubergine, [20, -132, 126, 74], line(6, '#8D78B8')`M-112-108H-30M-18-108H-6`)}${drum}
  ${flames}`

/** A cloud of smoke. */
export function smoke(x: number, y: number, r: number): string {
  const at = (dx: number, dy: number) => `${tenth(x + r * dx)} ${tenth(y + r * dy)}`
  return prop(
    palette.milk,
    0,
  )`M${at(-1, 0.5)}Q${at(-1.6, -0.2)} ${at(-0.7, -0.5)}Q${at(-0.2, -1.3)} ${at(0.5, -0.7)}Q${at(1.5, -0.7)} ${at(1.3, 0.2)}Q${at(1.4, 0.7)} ${at(0.6, 0.6)}Z`
}
