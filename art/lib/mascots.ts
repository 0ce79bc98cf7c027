import { cheeks, eye, eyes, grin, sunglasses } from './faces.ts'
import {
  circlePath,
  drawMarkup,
  fillPen,
  mascotPen,
  linePen,
  palette,
  roundedRectPath,
  starPath,
  tenth,
} from './kit.ts'

const chip = (x: number, y: number, turn: number) =>
  `<g transform="rotate(${turn} ${x} 0)">${mascotPen(palette.cheddar, 3.6, 2)(roundedRectPath(x - 6.5, y, 13, 40, 2.5))}</g>`

const pearl = (x: number, y: number) =>
  `<circle cx="${x}" cy="${y}" r="4" fill="${palette.pink}" stroke="${palette.ink}" stroke-width="2.6"/>`

/** The mascots, each centred on 0 0 in a box from -50 to 50, which only their hats exceed. */
export const mascots = {
  chilli: drawMarkup`
    ${mascotPen(palette.red)}M-20-12C-8-22 20-20 27-2C34 18 18 40-8 48C-20 52-34 50-38 44C-22 42-18 32-20 18C-21 6-28-6-20-12Z
    ${linePen(3.5, '#FF9C9C')}M21 4C22 16 14 28 4 34
    ${mascotPen(palette.cheddar)}M-50-16C-38-26-28-22-21-24C-20-44-8-50 2-42C12-50 25-44 26-25C34-24 42-30 50-22C42-8 26-9 3-9C-22-8-40-6-50-16Z
    ${linePen(5)}M-21-25C-8-20 14-20 26-26
    ${fillPen(palette.ink)}${starPath(3, -33, 5, 7, 3)}
    ${eyes(-4, 14, 4, 7.5)}
    ${linePen(3.6)}M-6 20Q6 28 15 17
    ${linePen(3.2)}M-9-5L-1-3M20-5L12-3`,
  apple: drawMarkup`
    ${mascotPen(palette.leaf)}M2-26C-8-34-44-34-44 4C-44 34-22 50-10 48C-4 47 4 47 10 48C24 50 46 32 44 2C42-32 12-34 2-26Z
    ${linePen(5, '#B9F28B')}M-33 2C-34-8-29-16-21-18
    ${linePen(5)}M2-26C1-36 4-42 9-47
    ${mascotPen(palette.lime, 3.6, 2)}M8-34C14-50 30-50 38-46C36-34 22-26 8-34Z
    ${eye(-15, 2, 9, 2.5, 2)}
    ${eye(17, 2, 9, -2.5, 2)}
    ${linePen(6)}M-30-11L-7-3M31-11L9-3
    <path d="M-24 18Q0 26 26 18Q24 42 1 42Q-22 42-24 18Z" fill="${palette.ink}" stroke="${palette.ink}" stroke-width="4"/><path d="M-20 20.5L-14 32L-8 22.6ZM-6 22.8L1 32L8 22.8ZM10 22.4L16 32L22 20Z" fill="${palette.milk}"/><path d="M-9 39L-3 33L4 39ZM6 39L11 33L16 37Z" fill="${palette.milk}"/>`,
  mandarin: drawMarkup`
    ${mascotPen(palette.leaf, 3.8, 2)}M0-20L-8-50Q4-44 6-30Q14-50 26-50Q24-36 14-24Q30-38 42-32Q34-18 16-16H-16Q-36-18-42-32Q-30-38-14-24Q-24-36-26-50Q-14-50-6-30Z
    ${mascotPen(palette.glow)}${circlePath(0, 14, 34)}
    ${linePen(5, '#FFD08A')}M-24 4C-20-6-14-11-6-13
    <g fill="${palette.ink}" opacity=".55"><circle cx="22" cy="34" r="1.7"/><circle cx="14" cy="40" r="1.7"/><circle cx="25" cy="24" r="1.5"/><circle cx="-20" cy="36" r="1.7"/></g>
    ${sunglasses(8, 60, palette.grape, palette.pink)}
    ${grin(25, 12)}`,
  blueberry: drawMarkup`
    ${mascotPen('#3F57D9')}${circlePath(0, 8, 40)}
    ${linePen(5, '#A9B7FF')}M-28 0C-25-12-18-19-9-22
    ${mascotPen(palette.ink, 3.4, 0)}M-24-30C-30-44-14-54-4-46C4-58 28-54 26-42C38-42 36-26 24-26C10-18-14-18-24-30Z
    ${linePen(3, '#A884E8')}M-12-36Q0-46 16-40
    ${eyes(-13, 13, 6, 8)}
    ${linePen(3.4)}M-22-8L-6-6M22-8L6-6
    <path d="M-12 24Q2 34 16 22" fill="none" stroke="${palette.ink}" stroke-width="4"/>
    ${cheeks(26, 20, palette.pink)}`,
  peach: drawMarkup`
    ${mascotPen('#FF9E6B')}M0-28C-16-44-48-32-46 6C-44 34-18 48 0 46C18 48 44 34 46 6C48-32 16-44 0-28Z
    ${linePen(4)}M0-28C7-18 8-6 3 4
    ${fillPen('#FF6F86')}M24-10C36-4 38 12 34 22C30 30 24 34 20 36C30 20 30 4 24-10Z
    ${mascotPen(palette.leaf, 3.6, 2)}M-2-30C-2-46-18-52-32-48C-30-36-16-28-2-30Z
    ${linePen(5, '#FFE0C2')}M-34-6C-33-14-29-19-24-22
    ${linePen(4)}M-22 8Q-15 0-8 8M10 8Q17 0 24 8
    <path d="M-7 22Q-3 18 1 21Q5 18 9 22Q5 32 1 32Q-3 32-7 22Z" fill="${palette.red}" stroke="${palette.ink}" stroke-width="3"/>
    ${linePen(2.6)}M-24 2l-4-3M-20-1l-2-5M26 2l4-3M22-1l2-5`,
  mustard: drawMarkup`
    ${mascotPen('#FFD21F')}M-30-22C-34-44-10-52-2-38C6-52 32-46 30-26C48-24 50 2 36 8C44 26 26 42 12 34C6 50-18 50-20 34C-38 40-50 20-38 6C-50-4-46-22-30-22Z
    ${linePen(5, '#FFF6B8')}M-32-8C-32-18-26-26-20-28
    ${eyes(-11, 12, -6, 8)}
    <path d="M-16 10H17Q16 20 8 22V30Q8 38 1 38Q-6 38-6 30V22Q-15 20-16 10Z" fill="${palette.ink}"/><path d="M-3 18H6V30Q6 35 1.5 35Q-3 35-3 30Z" fill="${palette.coral}"/><rect x="-12" y="10" width="25" height="5" fill="${palette.milk}"/>
    ${linePen(3.4)}M-16 10H17Q16 20 8 22V30Q8 38 1 38Q-6 38-6 30V22Q-15 20-16 10Z`,
  flame: drawMarkup`
    ${mascotPen(palette.glow)}M2-50C10-34 34-24 38 4C42 30 24 48 0 48C-24 48-42 30-38 6C-36-8-26-12-24-26C-14-20-12-14-12-8C-4-18-4-34 2-50Z
    ${fillPen(palette.butter)}M2 44C-14 44-24 34-22 20C-20 10-12 8-10-2C-2 4 2 8 4 14C8 8 8 2 8-4C20 4 26 14 24 24C22 36 14 44 2 44Z
    ${eyes(-9, 11, 20, 6.5)}
    <path d="M-5 32Q1 38 8 31" fill="none" stroke="${palette.ink}" stroke-width="3.6"/>
    ${linePen(3.4)}M-16 9l8 4M18 9l-8 4`,
  tomato: drawMarkup`
    ${mascotPen(palette.red)}M0-20C-24-36-48-18-46 10C-44 36-20 46 0 46C20 46 44 36 46 10C48-18 24-36 0-20Z
    ${linePen(5, '#FF9C9C')}M-34 2C-34-8-28-15-20-17
    ${mascotPen(palette.leaf, 3.6, 1.5)}M0-20L-24-28L-10-32L-4-48L6-34L22-38L14-26L26-16Z
    ${sunglasses(4, 58, palette.ink, palette.lime)}
    ${linePen(3.8)}M-12 26Q0 34 13 25`,
  kiss: drawMarkup`
    ${mascotPen(palette.coral)}M-48 0C-34-14-24-28-12-28C-6-28-4-22 0-22C4-22 6-28 12-28C24-28 34-14 48 0C36 22 18 34 0 34C-18 34-36 22-48 0Z
    <path d="M-40 0C-22-4-10-6-6-4C-2-2 2-2 6-4C10-6 22-4 40 0C24 10 12 13 0 13C-12 13-24 10-40 0Z" fill="${palette.ink}"/><path d="M-22-3C-10-5 10-5 22-3L18 3H-18Z" fill="${palette.milk}"/>
    ${linePen(4.5, '#FFB8BC')}M-18 24C-10 27-2 28 4 27
    ${fillPen(palette.butter)}${starPath(34, -30, 4, 10, 3.2)}`,
  spicebag: drawMarkup`
    ${chip(-25, -34, -16)}${chip(-10, -45, -6)}${chip(22, -38, 14)}${chip(7, -42, 5)}
    ${mascotPen('#E9C08E')}M-36-12L-27-6L-18-12L-9-6L0-12L9-6L18-12L27-6L36-12L32 46Q0 52-32 46Z
    <ellipse cx="20" cy="32" rx="9" ry="7" fill="#C98F50"/><ellipse cx="-22" cy="36" rx="5" ry="4" fill="#C98F50"/>
    ${eyes(-11, 11, 9, 7)}
    ${grin(20, 13)}
    ${cheeks(22, 18, palette.coral)}
    ${fillPen(palette.red)}${starPath(-40, -30, 4, 9, 3)}
    ${fillPen(palette.red)}${starPath(40, -40, 4, 8, 2.6)}
    ${fillPen(palette.red)}M-44 6l5-4l1 6Z`,
  garlic: drawMarkup`
    ${mascotPen('#EFE6F8')}M0-48C4-34 10-28 22-20C42-6 46 14 38 30C32 44 16 48 0 48C-16 48-32 44-38 30C-46 14-42-6-22-20C-10-28-4-34 0-48Z
    ${linePen(3, '#B79ED6')}M-14-14C-26 4-24 28-14 42M14-14C26 4 24 28 14 42
    ${eyes(-11, 11, 8, 7.5)}
    ${linePen(3.6)}M-14 25Q0 33 14 25
    <path d="M-9 27L-6 36L-2 29ZM9 27L6 36L2 29Z" fill="${palette.milk}" stroke="${palette.ink}" stroke-width="2.4"/>
    ${cheeks(24, 20, palette.lilac)}`,
  gherkin: drawMarkup`
    <g transform="rotate(14)">
    ${mascotPen('#6FBF3B')}M-4-50C16-50 24-34 23-8C23 20 26 46 2 48C-22 50-24 24-23 0C-22-30-24-50-4-50Z
    <g fill="${palette.ink}" opacity=".45"><circle cx="-12" cy="-30" r="2"/><circle cx="10" cy="-36" r="2"/><circle cx="14" cy="28" r="2"/><circle cx="-14" cy="34" r="2"/><circle cx="2" cy="38" r="2"/></g>
    ${sunglasses(-8, 48, palette.pink, palette.milk)}
    ${grin(10, 10)}
    </g>`,
  lemon: drawMarkup`
    ${mascotPen('#FFE02E')}M-50 2C-42-2-40-8-34-16C-18-38 20-38 34-16C40-8 42-2 50 2C42 6 40 12 34 20C20 42-18 42-34 20C-40 12-42 6-50 2Z
    ${linePen(5, '#FFF8C2')}M-28-8C-22-18-14-22-6-23
    ${eyes(-12, 13, 0, 7.5, 0, -2)}
    <path d="M-4 16Q0 11 5 16Q8 22 0 23Q-7 22-4 16Z" fill="${palette.ink}"/>
    ${linePen(3.2)}M-20-12Q-12-17-6-12M20-12Q13-17 7-12
    ${cheeks(24, 12, palette.coral)}`,
  taco: drawMarkup`
    ${fillPen('#3FA34D')}M-46 24C-46-30 46-30 46 24Z
    ${mascotPen('#7ED957', 4, 2)}M-46 14C-50-2-38-4-36-12C-38-26-22-28-18-24C-14-38 6-38 8-28C18-36 32-28 28-18C42-20 46-6 40 0C48 4 48 12 44 18Z
    ${fillPen(palette.coral)}${circlePath(-22, -16, 8)}
    ${fillPen(palette.coral)}${circlePath(14, -20, 9)}
    ${fillPen(palette.coral)}${circlePath(34, -2, 7)}
    ${mascotPen(palette.cheddar)}M-50 34C-50-20-26-18 0-18C26-18 50-20 50 34Q50 42 42 42H-42Q-50 42-50 34Z
    <g fill="${palette.ink}" opacity=".3"><circle cx="-34" cy="30" r="2.5"/><circle cx="32" cy="32" r="2.5"/><circle cx="-26" cy="2" r="2"/><circle cx="30" cy="4" r="2"/></g>
    ${eyes(-12, 12, 6, 7.5)}
    ${grin(18, 13)}`,
  boot: drawMarkup`
    ${mascotPen(palette.coral)}M-26-48Q-4-38 20-48L17-6C18 8 44 8 48 26V36H-34L-30 6Z
    ${mascotPen(palette.ink, 3, 0)}M-36 35H50V46H-4V40H-12V50H-36Z
    ${mascotPen(palette.cheddar, 3.6, 1.5)}M-26-48Q-4-38 20-48L20-34Q-4-22-27-34Z
    ${linePen(2.6, '#FFC2C2')}M-20-30V6M12-26V-2
    ${eyes(-13, 6, -12, 7)}
    ${linePen(3.4)}M-22-22L-7-19M15-22L0-19
    <path d="M-14 4Q-4 13 9 2" fill="none" stroke="${palette.ink}" stroke-width="3.8"/>
    ${linePen(3, '#A81C2B')}M14 18Q26 16 34 24M-30 22H8
    ${fillPen(palette.butter)}${starPath(-42, 26, 6, 9, 4)}
    <path d="${starPath(-42, 26, 6, 9, 4)}" fill="none" stroke="${palette.ink}" stroke-width="2.6"/>`,
  queen: drawMarkup`
    ${[-34, -20, -6, 8, 22, 35].map((x, i) => mascotPen(palette.pink, 3.4, 1.5)(circlePath(x, 42 + (i % 2) * 3, 10))).join('')}
    ${mascotPen('#FF8A1F')}${circlePath(0, 6, 37)}
    <circle cx="1" cy="7" r="29" fill="#FFF1CF"/>
    ${Array.from({ length: 8 }, (_, i) => `<path d="M1 7L${tenth(1 + 27 * Math.cos((i * Math.PI) / 4 + 0.12))} ${tenth(7 + 27 * Math.sin((i * Math.PI) / 4 + 0.12))}A27 27 0 0 1 ${tenth(1 + 27 * Math.cos(((i + 1) * Math.PI) / 4 - 0.12))} ${tenth(7 + 27 * Math.sin(((i + 1) * Math.PI) / 4 - 0.12))}Z" fill="#FFBE55"/>`).join('')}
    ${mascotPen(palette.cheddar, 3.8, 2)}M-31-18L-38-48L-19-33L-8-56L1-34L10-56L20-33L39-48L32-18Q0-32-31-18Z
    ${pearl(-38, -49)}${pearl(-8, -56)}${pearl(10, -56)}${pearl(39, -49)}
    <path d="M1-34l5 7l-5 7l-5-7Z" fill="${palette.teal}" stroke="${palette.ink}" stroke-width="2.4"/>
    ${fillPen(palette.grape)}M-24 1Q-14-14-3 1Z
    ${fillPen(palette.grape)}M5 1Q16-14 26 1Z
    ${eye(-13, 5, 7.5, 1.5, 1.5)}
    ${eye(15, 5, 7.5, -1.5, 1.5)}
    ${linePen(3)}M-23 1L-29-4M-20-3L-24-9M25 1L31-4M22-3L26-9
    ${linePen(3.6)}M-21 2Q-13-5-5 2M7 2Q15-5 23 2
    <path d="M-9 21Q-4 16 1 19Q6 16 11 21Q8 31 1 31Q-6 31-9 21Z" fill="${palette.red}" stroke="${palette.ink}" stroke-width="3"/>
    ${linePen(2.4)}M-8 22Q1 25 10 22
    <circle cx="20" cy="20" r="2.2" fill="${palette.ink}"/>`,
  biscuit: drawMarkup`
    ${mascotPen('#E8B765')}M-42 22Q-50 46-36 48H36Q50 46 42 22Z
    ${mascotPen('#F2CB85')}M-46 2Q-54 26-40 28H40Q54 26 46 2Z
    ${linePen(3, '#C98A36')}M-40 34H-14M4 36H36M-42 14H-30
    ${mascotPen('#DE9A3E')}M-42-6C-44-28-20-34 0-34C20-34 44-28 42-6Q46 10 30 8H-30Q-46 10-42-6Z
    ${linePen(5, '#FFE2A8')}M-32-10C-30-18-24-22-16-24
    ${mascotPen('#FFE96B', 3.8, 2)}M-16-46L14-50L24-36Q26-30 20-30Q22-20 15-20Q9-20 11-29L-12-26Q-8-16-15-16Q-21-16-19-26Q-26-26-24-32Z
    ${linePen(2.8)}M-24-33L8-37L22-36M8-37L14-50
    ${eyes(-15, 15, 2, 8, 2.6, 1)}
    ${linePen(4.4)}M-25-9L-7-7
    ${linePen(4.4)}M6-13Q15-20 25-13
    ${linePen(4)}M-8 19Q2 14 14 20
    ${cheeks(30, 14, palette.coral)}`,
  bear: drawMarkup`
    ${mascotPen(palette.brown)}${circlePath(-30, -28, 15)}
    ${mascotPen(palette.brown)}${circlePath(30, -28, 15)}
    <circle cx="-29" cy="-27" r="7" fill="#E2A66B"/><circle cx="31" cy="-27" r="7" fill="#E2A66B"/>
    ${mascotPen(palette.brown)}M0-38C30-38 46-18 44 6C42 34 22 46 0 46C-22 46-42 34-44 6C-46-18-30-38 0-38Z
    ${mascotPen('#F2C892', 3.4, 1.5)}M0 10C18 10 28 20 26 30C24 41 12 45 0 45C-12 45-24 41-26 30C-28 20-18 10 0 10Z
    <path d="M-9 15H9Q9 24 0 25Q-9 24-9 15Z" fill="${palette.ink}"/>
    ${linePen(3.4)}M0 25V31M-11 31Q-5 37 0 31Q5 37 11 31
    ${sunglasses(-8, 64, palette.ink, palette.pink)}
    ${mascotPen(palette.coral, 3.8, 2)}M-34-24C-34-48-14-56 2-56C22-56 36-44 36-24Q0-34-34-24Z
    ${mascotPen(palette.grape, 3.6, 1)}M-36-22Q0-36 38-22Q54-18 54-12Q20-24-36-22Z
    ${linePen(2.6)}M0-56V-30
    ${fillPen(palette.butter)}${starPath(-14, -40, 5, 7, 3)}`,
  twink: drawMarkup`
    ${mascotPen(palette.pink)}M0-50C6-20 20-6 50 0C20 6 6 20 0 50C-6 20-20 6-50 0C-20-6-6-20 0-50Z
    ${mascotPen(palette.butter, 3, 1.5)}M36-46C38-37 42-33 50-31C42-29 38-25 36-17C34-25 30-29 22-31C30-33 34-37 36-46Z
    ${mascotPen(palette.sky, 3, 1.5)}M-36 22C-34 30-31 34-23 36C-31 38-34 42-36 50C-38 42-41 38-49 36C-41 34-38 30-36 22Z
    ${eye(-8, -4, 6.5)}
    ${linePen(3.2)}M4-3Q9-9 14-3M15-5l3-3M12-8l2-4
    ${linePen(3.4)}M-6 10Q2 17 10 9
    ${cheeks(17, 5, palette.coral)}`,
  heart: drawMarkup`
    ${mascotPen(palette.coral)}M0 44C-40 18-48-4-44-20C-38-42-10-42 0-22C10-42 38-42 44-20C48-4 40 18 0 44Z
    ${linePen(5, '#FFC2C2')}M-32-12C-31-20-26-25-20-26
    ${eyes(-12, 12, -4, 7)}
    ${grin(8, 11, palette.pink)}`,
  toque: drawMarkup`
    ${mascotPen('#F4EEFB')}M-30 2C-56-2-54-38-28-34C-24-58 20-60 26-36C54-38 56-2 30 2Z
    ${linePen(3.2, '#B79ED6')}M-12-20V-8M10-24V-10
    ${mascotPen('#E4D8F6')}M-31 0Q0 8 31 0L29 38Q0 48-29 38Z
    ${eyes(-11, 11, 15, 7)}
    <path d="M0 26C-6 22-16 24-26 33C-16 36-6 36 0 30C6 36 16 36 26 33C16 24 6 22 0 26Z" fill="${palette.brown}" stroke="${palette.ink}" stroke-width="3.2"/>
    ${linePen(3.4)}M-19 5L-6 7M19 4L7 7
    ${mascotPen(palette.coral, 3.6, 1.5)}M-27 41Q0 50 27 41L18 54L4 50L0 58L-5 50L-19 54Z`,
  corn: drawMarkup`
    ${mascotPen(palette.leaf, 4, 2)}M-22 50C-50 40-46 4-34-14C-24-2-14 20-8 48Z
    ${mascotPen(palette.leaf, 4, 2)}M22 50C50 40 46 4 34-14C24-2 14 20 8 48Z
    ${mascotPen('#FFD93B')}M0-50C22-48 26-14 24 10C23 34 14 48 0 48C-14 48-23 34-24 10C-26-14-22-48 0-50Z
    <g fill="none" stroke="${palette.ink}" stroke-width="2" opacity=".32"><path d="M-8-48C-12-20-12 20-8 46M8-48C12-20 12 20 8 46M-21-28Q0-22 21-28M-24-12Q0-6 24-12M-24 32Q0 38 22 32"/></g>
    ${eyes(-9, 10, 4, 7)}
    ${grin(15, 11)}
    ${linePen(3.2)}M-18-6L-5-3M19-6L6-3`,
  bolt: mascotPen(palette.butter)`M8-50L-30 8H-6L-14 50L32-12H6L22-50Z`,
}

export type MascotName = keyof typeof mascots
