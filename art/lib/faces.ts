import { clipSvg, drawMarkup, linePen, palette } from './kit.ts'

/** Draws a round eye; `lookX` and `lookY` move the pupil from the centre. */
export function eye(x: number, y: number, r = 7, lookX = 1.5, lookY = 1): string {
  return drawMarkup`
  <circle cx="${x}" cy="${y}" r="${r}" fill="${palette.milk}" stroke="${palette.ink}" stroke-width="3"/>
  <circle cx="${x + lookX}" cy="${y + lookY}" r="${short(r * 0.52)}" fill="${palette.ink}"/>
  <circle cx="${short(x + lookX - 1.3)}" cy="${short(y + lookY - 1.5)}" r="${short(r * 0.2)}" fill="${palette.milk}"/>`
}

export function eyes(left: number, right: number, y: number, ...rest: [r: number, ...number[]]) {
  return eye(left, y, ...rest) + eye(right, y, ...rest)
}

export function sunglasses(
  y = 0,
  width = 54,
  colour: string = palette.ink,
  glint: string = palette.teal,
): string {
  const a = width / 2
  return drawMarkup`
  <path d="M${-a} ${y - 8}H${a}L${a - 3} ${y + 4}Q${a - 6} ${y + 13} ${a - 15} ${y + 13}Q5 ${y + 13} 4 ${y}Q0 ${y - 4} -4 ${y}Q-5 ${y + 13} ${-a + 15} ${y + 13}Q${-a + 6} ${y + 13} ${-a + 3} ${y + 4}Z" fill="${colour}" stroke="${palette.ink}" stroke-width="3"/>
  ${linePen(4, glint)}M${-a + 8} ${y + 6}L${-a + 16} ${y - 4}M${a - 18} ${y + 6}L${a - 10} ${y - 4}`
}

export function cheeks(x: number, y: number, colour: string = palette.pink): string {
  return drawMarkup`
  <ellipse cx="${-x}" cy="${y}" rx="6" ry="4" fill="${colour}"/>
  <ellipse cx="${x}" cy="${y}" rx="6" ry="4" fill="${colour}"/>`
}

export function grin(y: number, width = 14, tongue: string = palette.coral): string {
  const deep = short(y + width * 1.25)
  const mouth = `M${-width} ${y}H${width}Q${width} ${deep} 0 ${deep}Q${-width} ${deep} ${-width} ${y}Z`
  const inside = drawMarkup`
  <ellipse cx="2" cy="${short(y + width * 1.2)}" rx="${short(width * 0.7)}" ry="${short(width * 0.55)}" fill="${tongue}"/>
  <rect x="${-width}" y="${y}" width="${2 * width}" height="${short(width * 0.32)}" fill="${palette.milk}"/>`
  return `<path d="${mouth}" fill="${palette.ink}"/>${clipSvg(mouth, inside)}${linePen(3.4)(mouth)}`
}

function short(value: number): number {
  return Math.round(value * 100) / 100
}
