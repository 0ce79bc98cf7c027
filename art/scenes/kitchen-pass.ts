import type { Drawing } from '../../app/ui/shapes/shape-paths.ts'
import { fittedSize, type Lettering } from '../lettering.ts'
import { palette } from '../../app/ui/shapes/palette.ts'
import { clipped, flat, line } from '../print.ts'
import { circle, repeat, roundedRect } from '../../app/ui/shapes/outlines.ts'
import { field } from './backdrops.ts'
import { glitter, guest, placed, product, prop, puddle } from './stagecraft.ts'

const width = 600
const height = 640
const counter = 470

/** The chef behind the pass: a rail of tickets above, the binder and the bell in front. */
export function kitchenPass(lettering: Lettering): Drawing {
  const body =
    field(palette.sky, width, height) +
    tiles() +
    shelf() +
    placed(300, 334, 1, guest('toque', 2.75, -3)) +
    rail(lettering) +
    glitter(96, 330, 1.5) +
    glitter(520, 250, 1.1) +
    pass() +
    placed(116, counter + 40, 1, product('nashville-chilli-crisp', 0.5, lettering)) +
    placed(322, counter + 84, 0.86, binder(lettering), -3) +
    placed(508, counter + 62, 0.9, bell())
  return { viewBox: `0 0 ${width} ${height}`, body }
}

function tiles(): string {
  const across = repeat(8, (row) => `M0 ${row * 64 + 40}H${width}`)
  const down = repeat(8, (row) =>
    repeat(6, (column) => `M${column * 120 + (row % 2) * 60} ${row * 64 + 40}v64`),
  )
  return line(across + down, 3, '#C9EAFF')
}

function shelf(): string {
  const pans = [72, 528].map((x, index) =>
    placed(
      x,
      262,
      1,
      prop('M-44-8Q-46 40 0 42Q46 40 44-8Z', index === 0 ? palette.coral : palette.teal) +
        prop(roundedRect(-52, -18, 104, 14, 6), palette.steel, 2),
    ),
  )
  return (
    pans.join('') +
    prop(roundedRect(-20, 304, 150, 16, 4), palette.wood, 2) +
    prop(roundedRect(470, 304, 150, 16, 4), palette.wood, 2)
  )
}

/** Order tickets under the rail; the words are jokes for those who look closely. */
function rail(lettering: Lettering): string {
  const tickets: [number, number, string, string, number][] = [
    [62, 128, 'TABLE 6', palette.milk, -4],
    [178, 152, 'NO NUTS', palette.butter, 3],
    [420, 146, 'EXTRA BUN', palette.milk, -3],
    [536, 122, 'FOR MUM', palette.blush, 4],
  ]
  const papers = tickets.map(([x, length, words, colour, turn]) =>
    placed(
      x,
      44,
      1,
      prop(`M-48-6H48V${length}l-12-9l-12 9l-12-9l-12 9l-12-9l-12 9l-12-9l-12 9Z`, colour, 2) +
        lettering(words, 0, 34, fittedSize(words, 80, 17), palette.ink) +
        line(`M-32 54H30M-32 72H18M-32 90H26`, 4, '#B9ADD6'),
      turn,
    ),
  )
  return papers.join('') + prop(roundedRect(-10, 22, width + 20, 26, 6), palette.steel, 2)
}

function pass(): string {
  return (
    prop(`M-10 ${counter}H${width + 10}V${counter + 96}H-10Z`, palette.steel, 3) +
    line(`M30 ${counter + 16}H250M274 ${counter + 16}H300`, 7, palette.milk) +
    flat(`M-10 ${counter + 96}H${width + 10}V${height + 10}H-10Z`, palette.grape) +
    line(`M-10 ${counter + 96}H${width + 10}`, 5) +
    line(`M-20 ${counter + 146}${repeat(11, () => 'l30-26l30 26')}`, 13, palette.pink)
  )
}

function binder(lettering: Lettering): string {
  const cover = roundedRect(-112, -96, 214, 96, 10)
  const tabs = [palette.butter, palette.mint, palette.blush, palette.sky].map((colour, index) =>
    prop(roundedRect(92, -90 + index * 22, 34, 18, 5), colour, 1),
  )
  return (
    puddle(126, 12, 6, 4) +
    tabs.join('') +
    prop(cover, palette.pink) +
    clipped(cover, `<rect x="-112" y="-96" width="34" height="96" fill="${palette.coral}"/>`) +
    line('M-78-96V0', 4) +
    line(cover, 5) +
    prop(roundedRect(-62, -78, 146, 52, 8), palette.milk, 2) +
    lettering('YOUR MENU', 11, -53, 17, palette.ink) +
    lettering('BUT BRAVER', 11, -35, 13, palette.grape)
  )
}

function bell(): string {
  return (
    puddle(56, 9) +
    prop('M-46-8C-46-60 46-60 46-8Z', palette.cheddar) +
    line('M-28-20C-26-34-16-42-6-44', 6, palette.milk) +
    prop(roundedRect(-56, -10, 112, 16, 6), palette.aubergine, 2) +
    prop(circle(0, -54, 9), palette.coral, 2)
  )
}
