import { circle, drawn, flat, inked, line, palette, starPath, tenth } from '../kit.ts'
import { cheeks, eye, shades } from '../faces.ts'

/** A marmalade orange in tiara, lashes and pearls. */
export function queen(): string {
  return drawn`
  ${[-34, -20, -6, 8, 22, 35].map((x, i) => inked(palette.pink, 3.4, 1.5)(circle(x, 42 + (i % 2) * 3, 10))).join('')}
  ${inked('#FF8A1F')}${circle(0, 6, 37)}
  <circle cx="1" cy="7" r="29" fill="#FFF1CF"/>
  ${Array.from({ length: 8 }, (_, i) => `<path d="M1 7L${tenth(1 + 27 * Math.cos((i * Math.PI) / 4 + 0.12))} ${tenth(7 + 27 * Math.sin((i * Math.PI) / 4 + 0.12))}A27 27 0 0 1 ${tenth(1 + 27 * Math.cos(((i + 1) * Math.PI) / 4 - 0.12))} ${tenth(7 + 27 * Math.sin(((i + 1) * Math.PI) / 4 - 0.12))}Z" fill="#FFBE55"/>`).join('')}
  ${inked(palette.cheddar, 3.8, 2)}M-31-18L-38-48L-19-33L-8-56L1-34L10-56L20-33L39-48L32-18Q0-32-31-18Z
  ${[
    [-38, -49],
    [-8, -56],
    [10, -56],
    [39, -49],
  ]
    .map(
      ([x, y]) =>
        `<circle cx="${x}" cy="${y}" r="4" fill="${palette.pink}" stroke="${palette.ink}" stroke-width="2.6"/>`,
    )
    .join('')}
  <path d="M1-34l5 7l-5 7l-5-7Z" fill="${palette.teal}" stroke="${palette.ink}" stroke-width="2.4"/>
  ${flat(palette.grape)}M-24 1Q-14-14-3 1Z
  ${flat(palette.grape)}M5 1Q16-14 26 1Z
  ${eye(-13, 5, 7.5, 1.5, 1.5)}
  ${eye(15, 5, 7.5, -1.5, 1.5)}
  ${line(3)}M-23 1L-29-4M-20-3L-24-9M25 1L31-4M22-3L26-9
  ${line(3.6)}M-21 2Q-13-5-5 2M7 2Q15-5 23 2
  <path d="M-9 21Q-4 16 1 19Q6 16 11 21Q8 31 1 31Q-6 31-9 21Z" fill="${palette.red}" stroke="${palette.ink}" stroke-width="3"/>
  ${line(2.4)}M-8 22Q1 25 10 22
  <circle cx="20" cy="20" r="2.2" fill="${palette.ink}"/>`
}

/** A buttermilk biscuit, unimpressed by the custard cream. */
export function biscuit(): string {
  return drawn`
  ${inked('#E8B765')}M-42 22Q-50 46-36 48H36Q50 46 42 22Z
  ${inked('#F2CB85')}M-46 2Q-54 26-40 28H40Q54 26 46 2Z
  ${line(3, '#C98A36')}M-40 34H-14M4 36H36M-42 14H-30
  ${inked('#DE9A3E')}M-42-6C-44-28-20-34 0-34C20-34 44-28 42-6Q46 10 30 8H-30Q-46 10-42-6Z
  ${line(5, '#FFE2A8')}M-32-10C-30-18-24-22-16-24
  ${inked('#FFE96B', 3.8, 2)}M-16-46L14-50L24-36Q26-30 20-30Q22-20 15-20Q9-20 11-29L-12-26Q-8-16-15-16Q-21-16-19-26Q-26-26-24-32Z
  ${line(2.8)}M-24-33L8-37L22-36M8-37L14-50
  ${eye(-15, 2, 8, 2.6, 1)}
  ${eye(15, 2, 8, 2.6, 1)}
  ${line(4.4)}M-25-9L-7-7
  ${line(4.4)}M6-13Q15-20 25-13
  ${line(4)}M-8 19Q2 14 14 20
  ${cheeks(30, 14, palette.coral)}`
}

/** A bear in a cap and shades. */
export function bear(): string {
  return drawn`
  ${inked(palette.brown)}${circle(-30, -28, 15)}
  ${inked(palette.brown)}${circle(30, -28, 15)}
  <circle cx="-29" cy="-27" r="7" fill="#E2A66B"/><circle cx="31" cy="-27" r="7" fill="#E2A66B"/>
  ${inked(palette.brown)}M0-38C30-38 46-18 44 6C42 34 22 46 0 46C-22 46-42 34-44 6C-46-18-30-38 0-38Z
  ${inked('#F2C892', 3.4, 1.5)}M0 10C18 10 28 20 26 30C24 41 12 45 0 45C-12 45-24 41-26 30C-28 20-18 10 0 10Z
  <path d="M-9 15H9Q9 24 0 25Q-9 24-9 15Z" fill="${palette.ink}"/>
  ${line(3.4)}M0 25V31M-11 31Q-5 37 0 31Q5 37 11 31
  ${shades(-8, 64, palette.ink, palette.pink)}
  ${inked(palette.coral, 3.8, 2)}M-34-24C-34-48-14-56 2-56C22-56 36-44 36-24Q0-34-34-24Z
  ${inked(palette.grape, 3.6, 1)}M-36-22Q0-36 38-22Q54-18 54-12Q20-24-36-22Z
  ${line(2.6)}M0-56V-30
  ${flat(palette.butter)}${starPath(-14, -40, 5, 7, 3)}`
}

/** A twinkle, winking. */
export function twink(): string {
  return drawn`
  ${inked(palette.pink)}M0-50C6-20 20-6 50 0C20 6 6 20 0 50C-6 20-20 6-50 0C-20-6-6-20 0-50Z
  ${inked(palette.butter, 3, 1.5)}M36-46C38-37 42-33 50-31C42-29 38-25 36-17C34-25 30-29 22-31C30-33 34-37 36-46Z
  ${inked(palette.sky, 3, 1.5)}M-36 22C-34 30-31 34-23 36C-31 38-34 42-36 50C-38 42-41 38-49 36C-41 34-38 30-36 22Z
  ${eye(-8, -4, 6.5)}
  ${line(3.2)}M4-3Q9-9 14-3M15-5l3-3M12-8l2-4
  ${line(3.4)}M-6 10Q2 17 10 9
  ${cheeks(17, 5, palette.coral)}`
}
