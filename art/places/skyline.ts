import { type Drawing } from '../kit.ts'

/** One letter a mosaic cell: London with four chimneys, and a chilli where the Eye is one pod short. */
const cells = [
  '................................................',
  '.............................y..................',
  '....................r........y..................',
  '......w..w....w..w..rr......yyy.....c...........',
  '......w..w....w..w..rrr.....yyy....ccc..........',
  '......w..w....w..w...rrr....yyy..cc...cc........',
  '.....ww..wwwwww..ww...rr...yyyyy.c.....c...g....',
  '.....ooooooooooooo.........yyyyy.c.....c..ggg...',
  '.....o.o.o.o.o.o.o....mm...yyyyy.cc...cc.gg.gg..',
  '.....ooooooooooooo...mmmm..yyyyy...ccc...ggggg..',
  'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',
  'b..bbb..bbb..bbb..bbb..bbb..bbb..bbb..bbb..bbb..',
]

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

const width = 10
const height = 18

/** The skyline of the teletext page, in cells that are taller than wide. */
export function skyline(): Drawing {
  const layers = Object.entries(inks).map(
    ([letter, ink]) => `<path d="${runs(letter)}" fill="${ink}"/>`,
  )
  return {
    viewBox: `0 0 ${48 * width} ${cells.length * height}`,
    body: `<g shape-rendering="crispEdges">${layers.join('')}</g>`,
  }
}

/** Cells of one letter that stand side by side, as one box each. */
function runs(letter: string): string {
  const boxes = cells.flatMap((row, y) =>
    [...row.matchAll(new RegExp(`${letter}+`, 'g'))].map(
      ({ 0: run, index }) =>
        `M${index * width} ${y * height}h${run.length * width}v${height}h${-run.length * width}z`,
    ),
  )
  return boxes.join('')
}
