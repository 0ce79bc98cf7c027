import { circle, drawn, flat, inked, line, palette, roundedRect, starPath } from '../kit.ts'
import { cheeks, eye, grin, shades } from '../faces.ts'

const chips = [
  [-25, -34, -16],
  [-10, -45, -6],
  [22, -38, 14],
  [7, -42, 5],
] as const

/** A greasy paper bag of chips. */
export function spicebag(): string {
  return drawn`
  ${chips.map(([x, y, a]) => `<g transform="rotate(${a} ${x} 0)">${inked(palette.cheddar, 3.6, 2)(roundedRect(x - 6.5, y, 13, 40, 2.5))}</g>`).join('')}
  ${inked('#E9C08E')}M-36-12L-27-6L-18-12L-9-6L0-12L9-6L18-12L27-6L36-12L32 46Q0 52-32 46Z
  <ellipse cx="20" cy="32" rx="9" ry="7" fill="#C98F50"/><ellipse cx="-22" cy="36" rx="5" ry="4" fill="#C98F50"/>
  ${eye(-11, 9, 7)}
  ${eye(11, 9, 7)}
  ${grin(20, 13)}
  ${cheeks(22, 18, palette.coral)}
  ${flat(palette.red)}${starPath(-40, -30, 4, 9, 3)}
  ${flat(palette.red)}${starPath(40, -40, 4, 8, 2.6)}
  ${flat(palette.red)}M-44 6l5-4l1 6Z`
}

/** A bulb of garlic with fangs. */
export function garlic(): string {
  return drawn`
  ${inked('#EFE6F8')}M0-48C4-34 10-28 22-20C42-6 46 14 38 30C32 44 16 48 0 48C-16 48-32 44-38 30C-46 14-42-6-22-20C-10-28-4-34 0-48Z
  ${line(3, '#B79ED6')}M-14-14C-26 4-24 28-14 42M14-14C26 4 24 28 14 42
  ${eye(-11, 8, 7.5)}
  ${eye(11, 8, 7.5)}
  ${line(3.6)}M-14 25Q0 33 14 25
  <path d="M-9 27L-6 36L-2 29ZM9 27L6 36L2 29Z" fill="${palette.milk}" stroke="${palette.ink}" stroke-width="2.4"/>
  ${cheeks(24, 20, palette.lilac)}`
}

/** A gherkin in pink shades. */
export function gherkin(): string {
  return drawn`
  <g transform="rotate(14)">
  ${inked('#6FBF3B')}M-4-50C16-50 24-34 23-8C23 20 26 46 2 48C-22 50-24 24-23 0C-22-30-24-50-4-50Z
  <g fill="${palette.ink}" opacity=".45"><circle cx="-12" cy="-30" r="2"/><circle cx="10" cy="-36" r="2"/><circle cx="14" cy="28" r="2"/><circle cx="-14" cy="34" r="2"/><circle cx="2" cy="38" r="2"/></g>
  ${shades(-8, 48, palette.pink, palette.milk)}
  ${grin(10, 10)}
  </g>`
}

/** A lemon that has just tasted itself. */
export function lemon(): string {
  return drawn`
  ${inked('#FFE02E')}M-50 2C-42-2-40-8-34-16C-18-38 20-38 34-16C40-8 42-2 50 2C42 6 40 12 34 20C20 42-18 42-34 20C-40 12-42 6-50 2Z
  ${line(5, '#FFF8C2')}M-28-8C-22-18-14-22-6-23
  ${eye(-12, 0, 7.5, 0, -2)}
  ${eye(13, 0, 7.5, 0, -2)}
  <path d="M-4 16Q0 11 5 16Q8 22 0 23Q-7 22-4 16Z" fill="${palette.ink}"/>
  ${line(3.2)}M-20-12Q-12-17-6-12M20-12Q13-17 7-12
  ${cheeks(24, 12, palette.coral)}`
}

/** A taco, delighted. */
export function taco(): string {
  return drawn`
  ${flat('#3FA34D')}M-46 24C-46-30 46-30 46 24Z
  ${inked('#7ED957', 4, 2)}M-46 14C-50-2-38-4-36-12C-38-26-22-28-18-24C-14-38 6-38 8-28C18-36 32-28 28-18C42-20 46-6 40 0C48 4 48 12 44 18Z
  ${flat(palette.coral)}${circle(-22, -16, 8)}
  ${flat(palette.coral)}${circle(14, -20, 9)}
  ${flat(palette.coral)}${circle(34, -2, 7)}
  ${inked(palette.cheddar)}M-50 34C-50-20-26-18 0-18C26-18 50-20 50 34Q50 42 42 42H-42Q-50 42-50 34Z
  <g fill="${palette.ink}" opacity=".3"><circle cx="-34" cy="30" r="2.5"/><circle cx="32" cy="32" r="2.5"/><circle cx="-26" cy="2" r="2"/><circle cx="30" cy="4" r="2"/></g>
  ${eye(-12, 6, 7.5)}
  ${eye(12, 6, 7.5)}
  ${grin(18, 13)}`
}

/** A cowboy boot with a star for a spur. */
export function boot(): string {
  return drawn`
  ${inked(palette.coral)}M-26-48Q-4-38 20-48L17-6C18 8 44 8 48 26V36H-34L-30 6Z
  ${inked(palette.ink, 3, 0)}M-36 35H50V46H-4V40H-12V50H-36Z
  ${inked(palette.cheddar, 3.6, 1.5)}M-26-48Q-4-38 20-48L20-34Q-4-22-27-34Z
  ${line(2.6, '#FFC2C2')}M-20-30V6M12-26V-2
  ${eye(-13, -12, 7)}
  ${eye(6, -12, 7)}
  ${line(3.4)}M-22-22L-7-19M15-22L0-19
  <path d="M-14 4Q-4 13 9 2" fill="none" stroke="${palette.ink}" stroke-width="3.8"/>
  ${line(3, '#A81C2B')}M14 18Q26 16 34 24M-30 22H8
  ${flat(palette.butter)}${starPath(-42, 26, 6, 9, 4)}
  <path d="${starPath(-42, 26, 6, 9, 4)}" fill="none" stroke="${palette.ink}" stroke-width="2.6"/>`
}
