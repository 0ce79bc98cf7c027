import {
  circle,
  clipped,
  type Drawing,
  drawn,
  flat,
  line,
  palette,
  placed,
  prop,
  puddle,
  repeat,
  roundedRect,
} from '../kit.ts'
import { fittedSize, lettering } from '../lettering.ts'
import { field } from './backdrops.ts'
import { glitter, guest, product } from './stagecraft.ts'

const width = 600
const height = 640
const counter = 470

/** The chef behind the pass: a rail of tickets above, the binder and the bell in front. */
export function kitchenPass(): Drawing {
  const body = drawn`
  ${field(palette.sky, width, height)}
  ${tiles()}
  ${shelf()}
  ${placed(300, 334, 1, guest('toque', 2.75, -3))}
  ${rail()}
  ${glitter(96, 330, 1.5)}
  ${glitter(520, 250, 1.1)}
  ${pass()}
  ${placed(116, counter + 40, 1, product('nashville-chilli-crisp', 0.5))}
  ${placed(322, counter + 84, 0.86, binder(), -3)}
  ${placed(508, counter + 62, 0.9, bell())}`
  return { viewBox: `0 0 ${width} ${height}`, body }
}

function tiles(): string {
  const across = repeat(8, (row) => `M0 ${row * 64 + 40}H${width}`)
  const down = repeat(8, (row) =>
    repeat(6, (column) => `M${column * 120 + (row % 2) * 60} ${row * 64 + 40}v64`),
  )
  return line(3, '#C9EAFF')(across + down)
}

function shelf(): string {
  const pans = [72, 528].map((x, index) =>
    placed(
      x,
      262,
      1,
      drawn`
  ${prop(index === 0 ? palette.coral : palette.teal)}M-44-8Q-46 40 0 42Q46 40 44-8Z
  ${prop(palette.steel, 2)}${roundedRect(-52, -18, 104, 14, 6)}`,
    ),
  )
  return drawn`
  ${pans.join('')}
  ${prop(palette.wood, 2)}${roundedRect(-20, 304, 150, 16, 4)}
  ${prop(palette.wood, 2)}${roundedRect(470, 304, 150, 16, 4)}`
}

/** Order tickets under the rail; the words are jokes for those who look closely. */
function rail(): string {
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
      drawn`
  ${prop(colour, 2)}M-48-6H48V${length}l-12-9l-12 9l-12-9l-12 9l-12-9l-12 9l-12-9l-12 9Z
  ${lettering(words, 0, 34, fittedSize(words, 80, 17), palette.ink)}
  ${line(4, '#B9ADD6')}M-32 54H30M-32 72H18M-32 90H26`,
      turn,
    ),
  )
  return papers.join('') + prop(palette.steel, 2)(roundedRect(-10, 22, width + 20, 26, 6))
}

function pass(): string {
  return drawn`
  ${prop(palette.steel, 3)}M-10 ${counter}H${width + 10}V${counter + 96}H-10Z
  ${line(7, palette.milk)}M30 ${counter + 16}H250M274 ${counter + 16}H300
  ${flat(palette.grape)}M-10 ${counter + 96}H${width + 10}V${height + 10}H-10Z
  ${line(5)}M-10 ${counter + 96}H${width + 10}
  ${line(13, palette.pink)}M-20 ${counter + 146}${repeat(11, () => 'l30-26l30 26')}`
}

function binder(): string {
  const cover = roundedRect(-112, -96, 214, 96, 10)
  const tabs = [palette.butter, palette.mint, palette.blush, palette.sky].map((colour, index) =>
    prop(colour, 1)(roundedRect(92, -90 + index * 22, 34, 18, 5)),
  )
  return drawn`
  ${puddle(126, 12, 6, 4)}
  ${tabs.join('')}
  ${prop(palette.pink)}${cover}
  ${clipped(cover, `<rect x="-112" y="-96" width="34" height="96" fill="${palette.coral}"/>`)}
  ${line(4)}M-78-96V0
  ${line(5)}${cover}
  ${prop(palette.milk, 2)}${roundedRect(-62, -78, 146, 52, 8)}
  ${lettering('YOUR MENU', 11, -53, 17, palette.ink)}
  ${lettering('BUT BRAVER', 11, -35, 13, palette.grape)}`
}

function bell(): string {
  return drawn`
  ${puddle(56, 9)}
  ${prop(palette.cheddar)}M-46-8C-46-60 46-60 46-8Z
  ${line(6, palette.milk)}M-28-20C-26-34-16-42-6-44
  ${prop(palette.aubergine, 2)}${roundedRect(-56, -10, 112, 16, 6)}
  ${prop(palette.coral, 2)}${circle(0, -54, 9)}`
}
