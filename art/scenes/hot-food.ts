import { palette } from '../../app/ui/shapes/palette.ts'
import { clipped, halftone, inked, line } from '../print.ts'
import { cycle, repeat, roundedRect } from '../../app/ui/shapes/outlines.ts'
import { placed, prop, puddle } from './stagecraft.ts'

/** A basket of Nashville fried chicken. */
export function chicken(): string {
  const basket = 'M-86-52H86L66 0H-66Z'
  const weave = (from: number, lean: number) =>
    repeat(9, (index) => `M${from + index * 22}-56l${lean} 60`)
  return (
    puddle(92) +
    drumstick(132, -62, -60, 0.94) +
    drumstick(-132, 62, -62, 0.94) +
    drumstick(152, -24, -68) +
    drumstick(-150, 22, -66) +
    prop(basket, palette.coral) +
    clipped(
      basket,
      `<g stroke="${palette.milk}" stroke-width="6" stroke-opacity=".85"><path d="${weave(-90, 22)}"/><path d="${weave(-68, -22)}"/></g>`,
    ) +
    halftone(basket, 10, -56, 80, 60) +
    line(basket, 5) +
    prop(
      'M-92-56Q-70-40-54-54Q-34-38-16-54Q4-38 22-54Q42-38 58-54Q76-42 92-56L86-44Q70-30 54-40Q38-26 20-40Q2-26-16-40Q-34-26-52-40Q-70-30-86-44Z',
      palette.milk,
      0,
    )
  )
}

function drumstick(turn: number, x: number, y: number, scale = 1): string {
  const svg =
    prop('M-5 10L-10 36Q-20 37-16 47Q-9 53-3 46Q4 53 11 46Q13 36 3 34L6 10Z', palette.milk, 1.5) +
    prop('M0-46C26-46 38-16 23 8C13 22-13 22-23 8C-38-16-26-46 0-46Z', '#DB8430') +
    line('M-14-18q5-14 14-17', 5, '#FFD08A') +
    line('M10-22l5 3M-6-4l6 2M12-2l4-4M-14 2l4 4M2 8l5 0', 4, '#A8561A')
  return placed(x, y, scale, svg, turn)
}

/** A pan of mac and cheese. */
export function mac(): string {
  const pan = 'M-92-34H92L76 0H-76Z'
  const chives = repeat(
    7,
    (index) => `<circle cx="${-60 + index * 20}" cy="${-62 - ((index * 13) % 10)}" r="3"/>`,
  )
  return (
    puddle(104) +
    prop('M84-32H150Q164-32 164-24Q164-15 150-15H80Z', palette.ink, 0) +
    `<circle cx="150" cy="-23" r="3.5" fill="${palette.milk}"/>` +
    prop('M-88-36C-86-62-52-60-40-70C-20-82 14-80 30-70C56-70 86-60 88-36Z', '#FFC53A') +
    macaroni() +
    `<g fill="${palette.leaf}">${chives}</g>` +
    prop(pan, palette.aubergine) +
    halftone(pan, 20, -36, 80, 38) +
    line('M-78-24H-20M-10-24H0', 5, '#8D78B8') +
    line(pan, 5)
  )
}

/** Three heaped rows of elbows: six, five and three. */
function macaroni(): string {
  const elbow = 'M-9 3q0-11 9-11t9 9'
  return repeat(14, (index) => {
    const row = index < 6 ? 0 : index < 11 ? 1 : 2
    const place = index - cycle([0, 6, 11], row)
    const x = -68 + place * 27 + row * 14
    const y = -42 - row * 11 + (place % 2) * 3
    const colour = index % 3 ? '#FFE692' : '#FFB347'
    const turn = cycle([-24, 18, 40, -8, 26, -36], index)
    return placed(x, y, 1, line(elbow, 9) + line(elbow, 4.6, colour), turn)
  })
}

/** A bowl of slaw. */
export function slaw(): string {
  const bowl = 'M-62-40H62Q60 0 24 0H-24Q-60 0-62-40Z'
  const shreds = repeat(16, (index) => {
    const x = -46 + ((index * 29) % 92)
    const y = -46 - ((index * 17) % 24)
    const colour = cycle(['#8A4FD0', palette.glow, palette.leaf, palette.milk], index)
    return line(`M${x} ${y}q7-9 13 0t12-2`, 4.5, colour)
  })
  return (
    puddle(58) +
    prop('M-58-40C-54-68-26-80-4-74C24-84 56-66 58-40Z', '#E3F2B4') +
    shreds +
    prop(bowl, palette.pink) +
    halftone(bowl, 8, -42, 56, 44) +
    line('M-48-28Q-46-14-32-10', 6, palette.milk) +
    line(bowl, 5)
  )
}

/** Three buttered cobs on a plate. */
export function cobs(): string {
  return (
    puddle(84) +
    placed(-34, -16, 1, cob(), -6) +
    placed(30, -18, 1, cob(), 8) +
    placed(-2, -42, 1, cob(), -3) +
    prop('M-92-8H92Q86 4 60 4H-60Q-86 4-92-8Z', palette.sky, 2)
  )
}

function cob(): string {
  const ear = 'M-52-6C-40-26 28-26 44-14Q56-2 44 10C28 22-40 22-52 6Z'
  const kernels = `<path d="${repeat(7, (index) => `M${-38 + index * 14}-28V28`)}M-60-8H60M-60 6H60" stroke="${palette.ink}" stroke-width="2" opacity=".3"/>`
  return (
    prop(ear, palette.sweetcorn) +
    clipped(ear, kernels) +
    line(ear, 4.5) +
    prop('M-44-16Q-72-22-80-2Q-70 18-44 14Q-58 0-44-16Z', palette.leaf, 1.5) +
    inked(roundedRect(-2, -24, 24, 14, 3), '#FFF3B8', 3.4, 1)
  )
}

/** A rack of ribs. */
export function ribs(): string {
  return (
    prop('M-70-8Q-74-38-50-42Q0-54 50-42Q74-38 70-8Q0 6-70-8Z', '#A8421A') +
    line(
      repeat(6, (index) => `M${-50 + index * 20}-40q-5 16-3 33`),
      4,
      '#6B2409',
    ) +
    repeat(6, (index) =>
      inked(roundedRect(-55 + index * 20, -54, 10, 18, 5), palette.milk, 3.4, 1),
    ) +
    line('M-54-20q4-9 14-12', 5, '#E88A4A')
  )
}
