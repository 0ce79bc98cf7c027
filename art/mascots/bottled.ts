import { circle, drawn, flat, inked, line, palette, starPath } from '../kit.ts'
import { cheeks, eye, grin, shades } from '../faces.ts'

/** A chilli in a stetson. */
export function chilli(): string {
  return drawn`
  ${inked(palette.red)}M-20-12C-8-22 20-20 27-2C34 18 18 40-8 48C-20 52-34 50-38 44C-22 42-18 32-20 18C-21 6-28-6-20-12Z
  ${line(3.5, '#FF9C9C')}M21 4C22 16 14 28 4 34
  ${inked(palette.cheddar)}M-50-16C-38-26-28-22-21-24C-20-44-8-50 2-42C12-50 25-44 26-25C34-24 42-30 50-22C42-8 26-9 3-9C-22-8-40-6-50-16Z
  ${line(5)}M-21-25C-8-20 14-20 26-26
  ${flat(palette.ink)}${starPath(3, -33, 5, 7, 3)}
  ${eye(-4, 4, 7.5)}
  ${eye(14, 4, 7.5)}
  ${line(3.6)}M-6 20Q6 28 15 17
  ${line(3.2)}M-9-5L-1-3M20-5L12-3`
}

/** An apple that bites back. */
export function apple(): string {
  return drawn`
  ${inked(palette.leaf)}M2-26C-8-34-44-34-44 4C-44 34-22 50-10 48C-4 47 4 47 10 48C24 50 46 32 44 2C42-32 12-34 2-26Z
  ${line(5, '#B9F28B')}M-33 2C-34-8-29-16-21-18
  ${line(5)}M2-26C1-36 4-42 9-47
  ${inked(palette.lime, 3.6, 2)}M8-34C14-50 30-50 38-46C36-34 22-26 8-34Z
  ${eye(-15, 2, 9, 2.5, 2)}
  ${eye(17, 2, 9, -2.5, 2)}
  ${line(6)}M-30-11L-7-3M31-11L9-3
  <path d="M-24 18Q0 26 26 18Q24 42 1 42Q-22 42-24 18Z" fill="${palette.ink}" stroke="${palette.ink}" stroke-width="4"/><path d="M-20 20.5L-14 32L-8 22.6ZM-6 22.8L1 32L8 22.8ZM10 22.4L16 32L22 20Z" fill="${palette.milk}"/><path d="M-9 39L-3 33L4 39ZM6 39L11 33L16 37Z" fill="${palette.milk}"/>`
}

/** A mandarin with pineapple hair. */
export function mandarin(): string {
  return drawn`
  ${inked(palette.leaf, 3.8, 2)}M0-20L-8-50Q4-44 6-30Q14-50 26-50Q24-36 14-24Q30-38 42-32Q34-18 16-16H-16Q-36-18-42-32Q-30-38-14-24Q-24-36-26-50Q-14-50-6-30Z
  ${inked(palette.glow)}${circle(0, 14, 34)}
  ${line(5, '#FFD08A')}M-24 4C-20-6-14-11-6-13
  <g fill="${palette.ink}" opacity=".55"><circle cx="22" cy="34" r="1.7"/><circle cx="14" cy="40" r="1.7"/><circle cx="25" cy="24" r="1.5"/><circle cx="-20" cy="36" r="1.7"/></g>
  ${shades(8, 60, palette.grape, palette.pink)}
  ${grin(25, 12)}`
}

/** A blueberry with a raised eyebrow. */
export function blueberry(): string {
  return drawn`
  ${inked('#3F57D9')}${circle(0, 8, 40)}
  ${line(5, '#A9B7FF')}M-28 0C-25-12-18-19-9-22
  ${inked(palette.ink, 3.4, 0)}M-24-30C-30-44-14-54-4-46C4-58 28-54 26-42C38-42 36-26 24-26C10-18-14-18-24-30Z
  ${line(3, '#A884E8')}M-12-36Q0-46 16-40
  ${eye(-13, 6, 8)}
  ${eye(13, 6, 8)}
  ${line(3.4)}M-22-8L-6-6M22-8L6-6
  <path d="M-12 24Q2 34 16 22" fill="none" stroke="${palette.ink}" stroke-width="4"/>
  ${cheeks(26, 20, palette.pink)}`
}

/** A peach blowing a kiss. */
export function peach(): string {
  return drawn`
  ${inked('#FF9E6B')}M0-28C-16-44-48-32-46 6C-44 34-18 48 0 46C18 48 44 34 46 6C48-32 16-44 0-28Z
  ${line(4)}M0-28C7-18 8-6 3 4
  ${flat('#FF6F86')}M24-10C36-4 38 12 34 22C30 30 24 34 20 36C30 20 30 4 24-10Z
  ${inked(palette.leaf, 3.6, 2)}M-2-30C-2-46-18-52-32-48C-30-36-16-28-2-30Z
  ${line(5, '#FFE0C2')}M-34-6C-33-14-29-19-24-22
  ${line(4)}M-22 8Q-15 0-8 8M10 8Q17 0 24 8
  <path d="M-7 22Q-3 18 1 21Q5 18 9 22Q5 32 1 32Q-3 32-7 22Z" fill="${palette.red}" stroke="${palette.ink}" stroke-width="3"/>
  ${line(2.6)}M-24 2l-4-3M-20-1l-2-5M26 2l4-3M22-1l2-5`
}

/** A blob of mustard with its tongue out. */
export function mustard(): string {
  return drawn`
  ${inked('#FFD21F')}M-30-22C-34-44-10-52-2-38C6-52 32-46 30-26C48-24 50 2 36 8C44 26 26 42 12 34C6 50-18 50-20 34C-38 40-50 20-38 6C-50-4-46-22-30-22Z
  ${line(5, '#FFF6B8')}M-32-8C-32-18-26-26-20-28
  ${eye(-11, -6, 8)}
  ${eye(12, -6, 8)}
  <path d="M-16 10H17Q16 20 8 22V30Q8 38 1 38Q-6 38-6 30V22Q-15 20-16 10Z" fill="${palette.ink}"/><path d="M-3 18H6V30Q6 35 1.5 35Q-3 35-3 30Z" fill="${palette.coral}"/><rect x="-12" y="10" width="25" height="5" fill="${palette.milk}"/>
  ${line(3.4)}M-16 10H17Q16 20 8 22V30Q8 38 1 38Q-6 38-6 30V22Q-15 20-16 10Z`
}

/** A small flame with designs on the brisket. */
export function flame(): string {
  return drawn`
  ${inked(palette.glow)}M2-50C10-34 34-24 38 4C42 30 24 48 0 48C-24 48-42 30-38 6C-36-8-26-12-24-26C-14-20-12-14-12-8C-4-18-4-34 2-50Z
  ${flat(palette.butter)}M2 44C-14 44-24 34-22 20C-20 10-12 8-10-2C-2 4 2 8 4 14C8 8 8 2 8-4C20 4 26 14 24 24C22 36 14 44 2 44Z
  ${eye(-9, 20, 6.5)}
  ${eye(11, 20, 6.5)}
  <path d="M-5 32Q1 38 8 31" fill="none" stroke="${palette.ink}" stroke-width="3.6"/>
  ${line(3.4)}M-16 9l8 4M18 9l-8 4`
}

/** A tomato in shades, unbothered. */
export function tomato(): string {
  return drawn`
  ${inked(palette.red)}M0-20C-24-36-48-18-46 10C-44 36-20 46 0 46C20 46 44 36 46 10C48-18 24-36 0-20Z
  ${line(5, '#FF9C9C')}M-34 2C-34-8-28-15-20-17
  ${inked(palette.leaf, 3.6, 1.5)}M0-20L-24-28L-10-32L-4-48L6-34L22-38L14-26L26-16Z
  ${shades(4, 58, palette.ink, palette.lime)}
  ${line(3.8)}M-12 26Q0 34 13 25`
}

/** A pair of lips. */
export function kiss(): string {
  return drawn`
  ${inked(palette.coral)}M-48 0C-34-14-24-28-12-28C-6-28-4-22 0-22C4-22 6-28 12-28C24-28 34-14 48 0C36 22 18 34 0 34C-18 34-36 22-48 0Z
  <path d="M-40 0C-22-4-10-6-6-4C-2-2 2-2 6-4C10-6 22-4 40 0C24 10 12 13 0 13C-12 13-24 10-40 0Z" fill="${palette.ink}"/><path d="M-22-3C-10-5 10-5 22-3L18 3H-18Z" fill="${palette.milk}"/>
  ${line(4.5, '#FFB8BC')}M-18 24C-10 27-2 28 4 27
  ${flat(palette.butter)}${starPath(34, -30, 4, 10, 3.2)}`
}
