import {
  circle,
  drawn,
  halftone,
  inked,
  line,
  palette,
  placed,
  prop,
  puddle,
  repeat,
  roundedRect,
  tenth,
} from '../kit.ts'

const tower = [
  [-66, 0],
  [0, 0],
  [66, 0],
  [-33, -34],
  [33, -34],
  [0, -68],
] as const

/** Six buttermilk biscuits and a pat of butter. */
export function biscuitTower(): string {
  return drawn`
  ${puddle(80)}
  ${cakeStand(220, 46, palette.teal)}
  ${tower.map(([x, y]) => placed(x, -50 + y, 0.98, biscuit())).join('')}
  ${prop(palette.butter, 1.5)}M-15-156H15V-142Q18-132 24-128Q30-112 22-110Q15-110 16-122H-12Q-12-100-20-100Q-28-100-26-120Q-20-130-15-142Z
  ${line(3)}M-15-144H15`
}

function biscuit(): string {
  return drawn`
  ${inked('#EFC57E', 4, 2)}M-30-16Q-36 0-28 0H28Q36 0 30-16Z
  ${line(2.6, '#C98A36')}M-28-7H-10M4-7H22
  ${inked(palette.crust, 4, 2)}M-32-15C-34-34-14-38 0-38C14-38 34-34 32-15Q34-8 24-9H-24Q-34-8-32-15Z
  ${line(4, '#FFE2A8')}M-22-26q5-6 12-7`
}

function cakeStand(width: number, height: number, colour: string): string {
  const half = width / 2
  const foot = tenth(width * 0.34)
  const ankle = tenth(width * 0.3)
  return drawn`
  ${prop(colour, 2)}M${-foot} 0Q${-ankle}-10-10-14V${8 - height}H10V-14Q${ankle}-10 ${foot} 0Z
  ${prop(colour, 2)}M${-half} ${-height - 4}H${half}Q${half - 6} ${14 - height} 0 ${14 - height}Q${6 - half} ${14 - height} ${-half} ${-height - 4}Z
  ${line(4, palette.milk)}M${14 - half} ${3 - height}H${tenth(width * 0.1)}`
}

/** A cake of three tiers. */
export function cake(): string {
  return drawn`
  ${puddle(104)}
  ${cakeStand(236, 40, palette.cheddar)}
  ${tier({ y: -46, width: 196, height: 74, colour: palette.sky, icing: palette.pink })}
  ${tier({ y: -124, width: 142, height: 64, colour: palette.butter, icing: palette.coral })}
  ${tier({ y: -192, width: 90, height: 54, colour: palette.lilac, icing: palette.teal })}`
}

interface Tier {
  y: number
  width: number
  height: number
  colour: string
  icing: string
}

const drips = {
  narrow: 'q-7 14-14 0v-6q-8-10-16 0v12q-7 12-14 0v-10q-8-10-16 0v4q-7 12-14 0',
  middling: 'q-7 14-14 0t-14 2v12q-7 12-14 0v-14q-8-10-16 0t-16 4v10q-7 12-14 0v-12q-8-10-16 0',
  wide: 'q-7 14-14 0t-14 2v12q-7 12-14 0v-14q-8-10-16 0t-16 4v10q-7 12-14 0v-12q-8-10-16 0t-16 2q-8 14-16 0t-16 2v8q-7 12-14 0',
}

function tier({ y, width, height, colour, icing }: Tier): string {
  const left = -width / 2
  const top = y - height
  const sponge = roundedRect(left, top, width, height, 8)
  const drip = width < 100 ? drips.narrow : width > 150 ? drips.wide : drips.middling
  const iced = `M${left} ${top + 4}Q${left} ${top - 8} ${left + 14} ${top - 8}H${-left - 14}Q${-left} ${top - 8} ${-left} ${top + 4}V${top + 18}${drip}Q${left + 8} ${top + 30} ${left} ${top + 20}Z`
  const pearls = Math.round(width / 20)
  return (
    prop(colour)(sponge) +
    halftone(sponge, tenth(width * 0.08), top, tenth(width * 0.42), height) +
    `<path d="${iced}" fill="${icing}" stroke="${palette.ink}" stroke-width="4.5"/>` +
    line(5)(sponge) +
    repeat(pearls, (index) => {
      const x = tenth(left + 10 + (index * (width - 20)) / (pearls - 1))
      return inked(palette.milk, 3.4, 1.5)(circle(x, y - 2, 8))
    })
  )
}
