import {
  circlePath,
  clipSvg,
  cycle,
  drawMarkup,
  halftone,
  mascotPen,
  linePen,
  palette,
  placeSvg,
  propPen,
  groundShadow,
  repeat,
  roundedRectPath,
  shadedPropPen,
  tenth,
} from '../lib/kit.ts'

function cakeStand(width: number, height: number, colour: string): string {
  const half = width / 2
  const foot = tenth(width * 0.34)
  const ankle = tenth(width * 0.3)
  return drawMarkup`
  ${propPen(colour, 2)}M${-foot} 0Q${-ankle}-10-10-14V${8 - height}H10V-14Q${ankle}-10 ${foot} 0Z
  ${propPen(colour, 2)}M${-half} ${-height - 4}H${half}Q${half - 6} ${14 - height} 0 ${14 - height}Q${6 - half} ${14 - height} ${-half} ${-height - 4}Z
  ${linePen(4, palette.milk)}M${14 - half} ${3 - height}H${tenth(width * 0.1)}`
}

const biscuit = drawMarkup`
  ${mascotPen('#EFC57E', 4, 2)}M-30-16Q-36 0-28 0H28Q36 0 30-16Z
  ${linePen(2.6, '#C98A36')}M-28-7H-10M4-7H22
  ${mascotPen(palette.crust, 4, 2)}M-32-15C-34-34-14-38 0-38C14-38 34-34 32-15Q34-8 24-9H-24Q-34-8-32-15Z
  ${linePen(4, '#FFE2A8')}M-22-26q5-6 12-7`

export const biscuitTower = drawMarkup`
  ${groundShadow(80)}
  ${cakeStand(220, 46, palette.teal)}
  ${placeSvg(-66, -50, 0.98, biscuit)}
  ${placeSvg(0, -50, 0.98, biscuit)}
  ${placeSvg(66, -50, 0.98, biscuit)}
  ${placeSvg(-33, -84, 0.98, biscuit)}
  ${placeSvg(33, -84, 0.98, biscuit)}
  ${placeSvg(0, -118, 0.98, biscuit)}
  ${propPen(palette.butter, 1.5)}M-15-156H15V-142Q18-132 24-128Q30-112 22-110Q15-110 16-122H-12Q-12-100-20-100Q-28-100-26-120Q-20-130-15-142Z
  ${linePen(3)}M-15-144H15`

const drips = {
  narrow: 'q-7 14-14 0v-6q-8-10-16 0v12q-7 12-14 0v-10q-8-10-16 0v4q-7 12-14 0',
  middling: 'q-7 14-14 0t-14 2v12q-7 12-14 0v-14q-8-10-16 0t-16 4v10q-7 12-14 0v-12q-8-10-16 0',
  wide: 'q-7 14-14 0t-14 2v12q-7 12-14 0v-14q-8-10-16 0t-16 4v10q-7 12-14 0v-12q-8-10-16 0t-16 2q-8 14-16 0t-16 2v8q-7 12-14 0',
}

function tier(y: number, width: number, height: number, colour: string, icing: string): string {
  const left = -width / 2
  const top = y - height
  const sponge = roundedRectPath(left, top, width, height, 8)
  const drip = width < 100 ? drips.narrow : width > 150 ? drips.wide : drips.middling
  const iced = `M${left} ${top + 4}Q${left} ${top - 8} ${left + 14} ${top - 8}H${-left - 14}Q${-left} ${top - 8} ${-left} ${top + 4}V${top + 18}${drip}Q${left + 8} ${top + 30} ${left} ${top + 20}Z`
  const pearls = Math.round(width / 20)
  return (
    propPen(colour)(sponge) +
    halftone(sponge, tenth(width * 0.08), top, tenth(width * 0.42), height) +
    `<path d="${iced}" fill="${icing}" stroke="${palette.ink}" stroke-width="4.5"/>` +
    linePen(5)(sponge) +
    repeat(pearls, (index) => {
      const x = tenth(left + 10 + (index * (width - 20)) / (pearls - 1))
      return mascotPen(palette.milk, 3.4, 1.5)(circlePath(x, y - 2, 8))
    })
  )
}

export const cake = drawMarkup`
  ${groundShadow(104)}
  ${cakeStand(236, 40, palette.cheddar)}
  ${tier(-46, 196, 74, palette.sky, palette.pink)}
  ${tier(-124, 142, 64, palette.butter, palette.coral)}
  ${tier(-192, 90, 54, palette.lilac, palette.teal)}`

const willows = (from: number, lean: number) =>
  repeat(9, (index) => `M${from + index * 22}-56l${lean} 60`)

const weave = `<g stroke="${palette.milk}" stroke-width="6" stroke-opacity=".85"><path d="${willows(-90, 22)}"/><path d="${willows(-68, -22)}"/></g>`

function drumstick(turn: number, x: number, y: number, scale = 1): string {
  const svg = drawMarkup`
  ${propPen(palette.milk, 1.5)}M-5 10L-10 36Q-20 37-16 47Q-9 53-3 46Q4 53 11 46Q13 36 3 34L6 10Z
  ${propPen('#DB8430')}M0-46C26-46 38-16 23 8C13 22-13 22-23 8C-38-16-26-46 0-46Z
  ${linePen(5, '#FFD08A')}M-14-18q5-14 14-17
  ${linePen(4, '#A8561A')}M10-22l5 3M-6-4l6 2M12-2l4-4M-14 2l4 4M2 8l5 0`
  return placeSvg(x, y, scale, svg, turn)
}

export const chicken = drawMarkup`
  ${groundShadow(92)}
  ${drumstick(132, -62, -60, 0.94)}
  ${drumstick(-132, 62, -62, 0.94)}
  ${drumstick(152, -24, -68)}
  ${drumstick(-150, 22, -66)}
  ${shadedPropPen(palette.coral, [10, -56, 80, 60], { inside: weave })}M-86-52H86L66 0H-66Z
  ${propPen(palette.milk, 0)}M-92-56Q-70-40-54-54Q-34-38-16-54Q4-38 22-54Q42-38 58-54Q76-42 92-56L86-44Q70-30 54-40Q38-26 20-40Q2-26-16-40Q-34-26-52-40Q-70-30-86-44Z`

const elbow = 'M-9 3q0-11 9-11t9 9'

const macaroni = repeat(14, (index) => {
  const row = index < 6 ? 0 : index < 11 ? 1 : 2
  const place = index - cycle([0, 6, 11], row)
  const x = -68 + place * 27 + row * 14
  const y = -42 - row * 11 + (place % 2) * 3
  const colour = index % 3 ? '#FFE692' : '#FFB347'
  const turn = cycle([-24, 18, 40, -8, 26, -36], index)
  return placeSvg(x, y, 1, linePen(9)(elbow) + linePen(4.6, colour)(elbow), turn)
})

export const macAndCheese = drawMarkup`
  ${groundShadow(104)}
  ${propPen(palette.ink, 0)}M84-32H150Q164-32 164-24Q164-15 150-15H80Z
  <circle cx="150" cy="-23" r="3.5" fill="${palette.milk}"/>
  ${propPen('#FFC53A')}M-88-36C-86-62-52-60-40-70C-20-82 14-80 30-70C56-70 86-60 88-36Z
  ${macaroni}
  <g fill="${palette.leaf}">${repeat(7, (index) => `<circle cx="${-60 + index * 20}" cy="${-62 - ((index * 13) % 10)}" r="3"/>`)}</g>
  ${shadedPropPen(palette.aubergine, [20, -36, 80, 38], { over: linePen(5, '#8D78B8')`M-78-24H-20M-10-24H0` })}M-92-34H92L76 0H-76Z`

const shreds = repeat(16, (index) => {
  const x = -46 + ((index * 29) % 92)
  const y = -46 - ((index * 17) % 24)
  const colour = cycle(['#8A4FD0', palette.glow, palette.leaf, palette.milk], index)
  return linePen(4.5, colour)`M${x} ${y}q7-9 13 0t12-2`
})

export const coleslaw = drawMarkup`
  ${groundShadow(58)}
  ${propPen('#E3F2B4')}M-58-40C-54-68-26-80-4-74C24-84 56-66 58-40Z
  ${shreds}
  ${shadedPropPen(palette.pink, [8, -42, 56, 44], { over: linePen(6, palette.milk)`M-48-28Q-46-14-32-10` })}M-62-40H62Q60 0 24 0H-24Q-60 0-62-40Z`

const ear = 'M-52-6C-40-26 28-26 44-14Q56-2 44 10C28 22-40 22-52 6Z'

const kernels = `<path d="${repeat(7, (index) => `M${-38 + index * 14}-28V28`)}M-60-8H60M-60 6H60" stroke="${palette.ink}" stroke-width="2" opacity=".3"/>`

const cob = drawMarkup`
  ${propPen(palette.sweetcorn)}${ear}
  ${clipSvg(ear, kernels)}
  ${linePen(4.5)}${ear}
  ${propPen(palette.leaf, 1.5)}M-44-16Q-72-22-80-2Q-70 18-44 14Q-58 0-44-16Z
  ${mascotPen('#FFF3B8', 3.4, 1)}${roundedRectPath(-2, -24, 24, 14, 3)}`

export const cornCobs = drawMarkup`
  ${groundShadow(84)}
  ${placeSvg(-34, -16, 1, cob, -6)}
  ${placeSvg(30, -18, 1, cob, 8)}
  ${placeSvg(-2, -42, 1, cob, -3)}
  ${propPen(palette.sky, 2)}M-92-8H92Q86 4 60 4H-60Q-86 4-92-8Z`

export const ribs = drawMarkup`
  ${propPen('#A8421A')}M-70-8Q-74-38-50-42Q0-54 50-42Q74-38 70-8Q0 6-70-8Z
  ${linePen(4, '#6B2409')}${repeat(6, (index) => `M${-50 + index * 20}-40q-5 16-3 33`)}
  ${repeat(6, (index) => mascotPen(palette.milk, 3.4, 1)(roundedRectPath(-55 + index * 20, -54, 10, 18, 5)))}
  ${linePen(5, '#E88A4A')}M-54-20q4-9 14-12`

export function partyHat(colour: string, stripes: string): string {
  return drawMarkup`
  ${mascotPen(colour, 4, 2)}M-20-2L2-58L24-4Q2 6-20-2Z
  ${linePen(4.5, stripes)}M-12-20L18-14M-5-37L11-33
  ${mascotPen(stripes, 3.4, 1.5)}${circlePath(2, -60, 8)}`
}

export function balloonOnString(colour: string): string {
  return mascotPen(colour, 4.5, 2)(circlePath(0, 0, 26)) + linePen(4)`M0 26q-10 14 2 26t-4 26`
}

export function balloon(x: number, y: number, r: number, colour: string): string {
  const light = `M${tenth(x - r * 0.5)} ${tenth(y - r * 0.2)}q${tenth(r * 0.1)} ${tenth(-r * 0.3)} ${tenth(r * 0.4)} ${tenth(-r * 0.42)}`
  return mascotPen(colour, 4.5, 3)(circlePath(x, y, r)) + linePen(5, palette.milk)(light)
}

export function mirrorBall(r: number): string {
  const across = [-0.66, -0.33, 0, 0.33, 0.66].map(
    (share) => `M${-r} ${tenth(share * r)}Q0 ${tenth(share * r * 1.34)} ${r} ${tenth(share * r)}`,
  )
  const down = [-0.7, -0.36, 0, 0.36, 0.7].map(
    (share) =>
      `M${tenth(share * r * 0.3)} ${-r}Q${tenth(share * r * 1.8)} 0 ${tenth(share * r * 0.3)} ${r}`,
  )
  const inside = facets(r) + linePen(3)(across.join('') + down.join(''))
  return shadedPropPen(palette.lilac, [0, -r, r, 2 * r], { inside })(circlePath(0, 0, r))
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

export const glove = drawMarkup`
  ${propPen(palette.pink)}M-46 150L-38 70H40L50 150Z
  <g fill="${palette.milk}">${repeat(10, (index) => `<circle cx="${-30 + (index % 5) * 17}" cy="${92 + Math.floor(index / 5) * 26 + (index % 2) * 6}" r="5"/>`)}</g>
  ${linePen(5)}M-46 150L-38 70H40L50 150
  ${propPen(palette.milk, 2)}M-46 60Q-48 82-38 84H42Q52 82 48 60Z
  ${propPen(palette.milk)}M-44 66C-60 40-86 22-92 6Q-92-6-80-4L-56 8Q-66-14-46-16Q-34-14-30 0Q-30-18-12-18Q6-18 4 0Q8-16 24-14Q42-12 38 6Q46-4 58 2Q68 10 60 22C52 36 50 54 46 66Q0 78-44 66Z
  ${linePen(4)}M-30 0Q-30 12-24 20M4 0Q4 12 8 20M38 6Q34 14 34 22
  ${halftone('M-44 66C-60 40-86 22-92 6L60 22C52 36 50 54 46 66Z', 6, 10, 50, 60)}`

const flame = (x: number) => `M${x}-92q-12-14 2-28q2 8 8 10q2-8 8-12q14 16 2 30Z`

export const smoker = drawMarkup`
  ${groundShadow(150)}
  ${propPen(palette.ink, 0)}M-92-60L-112 0H-96L-70-60ZM92-60L112 0H96L70-60Z
  ${propPen(palette.aubergine, 2)}M-158-120H-138V-206H-158Z
  ${shadedPropPen(palette.coral, [0, -200, 124, 70])}M-122-132Q-118-192-60-196H60Q118-192 122-132Z
  ${propPen(palette.milk, 1.5)}${roundedRectPath(-34, -176, 68, 14, 7)}
  ${shadedPropPen(palette.aubergine, [20, -132, 126, 74], { over: linePen(6, '#8D78B8')`M-112-108H-30M-18-108H-6` })}M-120-132H120Q146-132 146-104Q146-62 92-58H-92Q-146-62-146-104Q-146-132-120-132Z
  ${mascotPen(palette.glow, 3.6, 1.5)}${flame(-70)}
  ${mascotPen(palette.butter, 3.6, 1.5)}${flame(-24)}
  ${mascotPen(palette.glow, 3.6, 1.5)}${flame(22)}
  ${mascotPen(palette.butter, 3.6, 1.5)}${flame(68)}`

export function smokeCloud(x: number, y: number, r: number): string {
  const at = (dx: number, dy: number) => `${tenth(x + r * dx)} ${tenth(y + r * dy)}`
  const cloud = `M${at(-1, 0.5)}Q${at(-1.6, -0.2)} ${at(-0.7, -0.5)}Q${at(-0.2, -1.3)} ${at(0.5, -0.7)}Q${at(1.5, -0.7)} ${at(1.3, 0.2)}Q${at(1.4, 0.7)} ${at(0.6, 0.6)}Z`
  return propPen(palette.milk, 0)(cloud)
}
