import {
  circlePath,
  clipSvg,
  drawMarkup,
  fillPen,
  linePen,
  palette,
  roundedRectPath,
  starPath,
  tenth,
} from '../lib/kit.ts'
import type { SealName } from './parts.ts'
import { fitFontSize, drawDisplayText } from '../lib/lettering.ts'

/** Draws the seal of a subscription box: a moon on a monthly box, the four seasons on a quarterly one. */
export function seal(kind: SealName, x: number, y: number, r: number): string {
  const inner = r - 8
  const paper = kind === 'QUARTERLY' ? palette.milk : palette.lime
  const size = fitFontSize(kind, r * 1.9, 19)
  const ribbon = tenth(size + 9)
  const cog = `<path d="${starPath(0, 0, 16, r, r - 5)}" fill="${paper}" stroke="${palette.ink}" stroke-width="4"/>`
  const rim = `<circle r="${inner}" fill="none" stroke="${palette.ink}" stroke-width="3.4"/>`
  const banner = `<path d="${roundedRectPath(-r - 4, tenth(-ribbon / 2), 2 * r + 8, ribbon, 5)}" fill="${paper}" stroke="${palette.ink}" stroke-width="3.6"/>`
  return drawMarkup`
  <g transform="translate(${x} ${y}) rotate(-9)">${cog}
  ${clipSvg(circlePath(0, 0, inner), kind === 'QUARTERLY' ? seasons(inner) : nightSky(inner))}
  ${rim}${kind === 'QUARTERLY' ? linePen(2.6)`M0 ${-inner}V${inner}` : ''}${banner}
  ${drawDisplayText(kind, 0, size * 0.36, size, palette.ink)}</g>`
}

function seasons(r: number): string {
  return drawMarkup`
  ${fillPen(palette.leaf)}M0 0V${-r}A${r} ${r} 0 0 1 ${r} 0Z
  ${fillPen(palette.cheddar)}M0 0H${r}A${r} ${r} 0 0 1 0 ${r}Z
  ${fillPen(palette.coral)}M0 0V${r}A${r} ${r} 0 0 1 ${-r} 0Z
  ${fillPen(palette.sky)}M0 0H${-r}A${r} ${r} 0 0 1 0 ${-r}Z`
}

function nightSky(r: number): string {
  const stars =
    starPath(-17, 17, 5, 5, 2) + starPath(16, 20, 5, 6, 2.4) + starPath(0, 27, 5, 4, 1.6)
  return drawMarkup`
  <circle r="${r}" fill="${palette.grape}"/>
  <path d="M-6-30A15 15 0 1 0 14-14A17 17 0 0 1-6-30Z" transform="translate(-3 2)" fill="${palette.butter}"/>
  <path d="${stars}" fill="${palette.butter}"/>`
}
