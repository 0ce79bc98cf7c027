import { drawn, palette } from './kit.ts'

interface ChilliPlace {
  x: number
  y: number
  scale?: number
  paper?: string
  ink?: string
  /** Width of the paper round it. */
  edge: number
}

const outline = 'M43 12C52 10 58 17 56 24C54 32 48 36 41 37C45 33 46 30 44 25C42 21 40 15 43 12Z'

/** The chilli that stands for an apostrophe, about 20 wide and 35 high before it is scaled. */
export function chilli({
  x,
  y,
  scale = 1,
  paper = palette.milk,
  ink = palette.ink,
  edge,
}: ChilliPlace): string {
  const size = scale === 1 ? '' : ` scale(${Math.round(scale * 1000) / 1000})`
  return drawn`
  <g transform="translate(${x} ${y})${size}" stroke-linejoin="round" stroke-linecap="round">
  <path d="${outline}" fill="${paper}" stroke="${paper}" stroke-width="${edge}"/>
  <path d="${outline}" fill="${palette.red}" stroke="${ink}" stroke-width="3.2"/>
  <path d="M46 12Q46 5 52 3" fill="none" stroke="#1E9E4A" stroke-width="4.5"/>
  <path d="M51 19Q52 24 49 28" fill="none" stroke="#FF9C9C" stroke-width="2.6"/></g>`
}
