import {
  createDrawing,
  circlePath,
  clipSvg,
  dotPath,
  type Drawing,
  drawMarkup,
  flagStripes,
  fillPen,
  mascotPen,
  linePen,
  palette,
  rayPath,
  repeat,
  tenth,
  starPath,
} from '../lib/kit.ts'
import { drawDisplayText } from '../lib/lettering.ts'
import { mascots } from '../lib/mascots.ts'

const heroSunDisc = circlePath(200, 200, 190)

const rows = repeat(14, (row) => {
  const y = 150 + row * 17
  const dots = repeat(24, (column) => dotPath(tenth(column * 17 + (row % 2) * 8.5), y))
  return `<path d="${dots}" stroke-width="${tenth(2 + row * 1.24)}"/>`
})

export const heroSun = createDrawing('0 0 400 400')`
  ${fillPen(palette.cheddar)}${heroSunDisc}
  ${clipSvg(heroSunDisc, `<g stroke="${palette.coral}" opacity=".85">${rows}</g>`)}`

const triangle = 'l62 18l-46 50Z'

/** Shapes scattered around the stickers of the home page's hero. */
export const heroShapes = createDrawing('0 0 600 560')`
  <path d="M28 64${triangle}" fill="${palette.lime}"/>
  <path d="M34 70${triangle}" fill="none" stroke="${palette.ink}" stroke-width="5"/>
  <g fill="none" stroke="${palette.grape}" stroke-width="9"><path d="M470 500q10-24 22 0t22 0t22 0"/><circle cx="566" cy="40" r="20"/></g>
  <g fill="${palette.ink}"><circle cx="110" cy="520" r="7"/><circle cx="140" cy="536" r="7"/><circle cx="84" cy="542" r="7"/></g>`

/** Draws a tile with a white edge and a shadow, like a kiss-cut sticker, in a box of 200 x 200; the page lays a mascot on it. */
const tile = (path: string, colour: string) => createDrawing('-8 -8 224 224')`
  <path d="${path}" transform="translate(8 10)" fill="url(#htS)" stroke="url(#htS)" stroke-width="21" opacity=".42"/>
  <path d="${path}" fill="${colour}" stroke="${palette.ink}" stroke-width="21" stroke-linejoin="round"/>
  <path d="${path}" fill="${colour}" stroke="${palette.milk}" stroke-width="16" stroke-linejoin="round"/>`

/** The four tiles with links on the home page. */
export const homePageTiles = {
  circle: tile('M100 8A92 92 0 1 1 99.9 8Z', palette.lime),
  scallop: tile(starPath(100, 100, 16, 94, 80), palette.sky),
  arch: tile('M20 188V100A80 80 0 0 1 180 100V188Z', palette.pink),
  telly: tile(
    'M34 18H166Q186 18 186 38V150Q186 170 166 170H34Q14 170 14 150V38Q14 18 34 18Z',
    palette.mint,
  ),
}

/** The colours of a mosaic, by the letters that represent them. */
const inks = {
  y: '#FFFF55',
  r: '#FF5555',
  w: '#FFF',
  c: '#55FFFF',
  g: '#55FF55',
  m: '#FF77FF',
  o: '#FFFF55',
  b: '#4444FF',
}

/**
 * Returns a template tag that draws a mosaic from lines of text, in which each letter is a coloured cell and each dot an empty one.
 * `width` and `height` are the size of a cell.
 */
const mosaic =
  (width: number, height: number) =>
  ([text = '']: TemplateStringsArray): Drawing => {
    const cells = text.trim().split('\n')
    const runs = (letter: string) =>
      cells.flatMap((row, y) =>
        [...row.matchAll(new RegExp(`${letter}+`, 'g'))].map(
          ({ 0: run, index }) =>
            `M${index * width} ${y * height}h${run.length * width}v${height}h${-run.length * width}z`,
        ),
      )
    const layers = Object.entries(inks).map(([letter, ink]) => {
      const path = runs(letter).join('')
      return path === '' ? '' : fillPen(ink)(path)
    })
    return {
      viewBox: `0 0 ${(cells[0]?.length ?? 0) * width} ${cells.length * height}`,
      body: `<g shape-rendering="crispEdges">${layers.join('')}</g>`,
    }
  }

/** The chilli of the teletext page, 16 x 12 pixels. */
export const pixelChilli = mosaic(1, 1)`
..............gg
............ggg.
...........gg...
.....rr...gg....
....rrrrrrgg....
....rrrwrrrr....
.....rrwwrrr....
......rrrrrr....
.......rrrrr....
........rrr.....
.......rrr......
.....rrr........`

const limb = drawMarkup`
  ${linePen(5)}M-36 22Q-56 28-60 8
  ${mascotPen('#EFE6F8', 3.6, 1.5)}${circlePath(-60, 2, 7)}`

/** A shrugging garlic, shown when a search or a filter finds nothing. */
export const garlicShrug = createDrawing('-74 -60 148 120')`
  ${limb}<g transform="scale(-1 1)">${limb}</g>
  ${mascots.garlic}`

export const blownFuse = createDrawing('-60 -60 120 120')`
  ${linePen(4, palette.coral)}M-44-20l-10-8M-48 4h-10M44-28l10-8M46 4h12
  ${mascots.bolt}`

const grid = repeat(15, (i) => `M${i * 56 + 8} 0V520`) + repeat(10, (i) => `M0 ${i * 56 + 8}H800`)

const testCardDisc = circlePath(400, 260, 222)

const bar = (x: number, y: number, width: number, height: number, colour: string) =>
  `<rect x="${tenth(x)}" y="${y}" width="${width}" height="${height}" fill="${colour}"/>`

const progress = ['#5BCEFA', '#F5A9B8', palette.milk, palette.brown, palette.ink]

const testCardBars = drawMarkup`
  ${bar(170, 30, 460, 460, palette.milk)}
  ${flagStripes.six.map((colour, i) => bar(170 + i * 76.7, 92, 77, 96, colour)).join('')}
  ${bar(170, 38, 460, 54, palette.ink)}
  ${progress.map((colour, i) => bar(170 + i * 92, 404, 92, 30, colour)).join('')}
  ${bar(170, 434, 460, 60, palette.cheddar)}
  ${bar(170, 188, 460, 216, palette.mint)}
  <g stroke="${palette.ink}" opacity=".22">${repeat(12, (i) => `<path d="M${182 + i * 18} 188V404" stroke-width="${tenth(1 + i * 0.5)}"/>`)}</g>`

/** The picture of the "page not found" page: a television test card with rainbow colour bars. */
export const testCard = createDrawing('0 0 800 520')`
  <rect width="800" height="520" fill="#3B3356"/><path d="${grid}" stroke="${palette.milk}" stroke-width="3"/>
  ${clipSvg(testCardDisc, testCardBars)}
  ${linePen(7)}${testCardDisc}
  <g transform="translate(400 292) scale(2)">${mascots.chilli}</g>
  ${drawDisplayText('404', 400, 81, 42, palette.lime)}`

const waves = repeat(23, (row) => `M-10 ${row * 17}q12-9 25 0${repeat(12, () => 't25 0')}`)

/** The pattern of a mystery product: grape waves and a lime question mark. An SVG filter clips it to a product's silhouette. */
export const mysteryPattern = createDrawing('0 0 300 360')`
  ${linePen(9, palette.grape)}${waves}
  ${drawDisplayText('?', 155, 266, 140, palette.coral)}
  ${drawDisplayText('?', 151, 262, 140, palette.lime)}`

/**
 * The skyline of London on the teletext page, in cells that are taller than wide, with four chimneys and a chilli in place of a pod
 * of the London Eye.
 */
export const skyline = mosaic(10, 18)`
................................................
.............................y..................
....................r........y..................
......w..w....w..w..rr......yyy.....c...........
......w..w....w..w..rrr.....yyy....ccc..........
......w..w....w..w...rrr....yyy..cc...cc........
.....ww..wwwwww..ww...rr...yyyyy.c.....c...g....
.....ooooooooooooo.........yyyyy.c.....c..ggg...
.....o.o.o.o.o.o.o....mm...yyyyy.cc...cc.gg.gg..
.....ooooooooooooo...mmmm..yyyyy...ccc...ggggg..
bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
b..bbb..bbb..bbb..bbb..bbb..bbb..bbb..bbb..bbb..`

/** Draws `count` rays from the centre of a field of 600 x 600; the gaps between them are transparent. */
export function rayBurst(colour: string, count = 9): Drawing {
  return {
    viewBox: '0 0 600 600',
    body: fillPen(colour)(rayPath(300, 300, 600, count, Math.round)),
  }
}
