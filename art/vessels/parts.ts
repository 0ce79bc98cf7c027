import { drawn, type FlagName, line, palette, repeat, tenth } from '../lib/kit.ts'
import type { MascotName } from '../lib/mascots.ts'

export type SealName = 'MONTHLY' | 'QUARTERLY'

/** What is printed behind the mascot: a field colour, a pattern colour and, for the swoosh, a third. */
export interface GroundArt {
  kind: 'rays' | 'jolt' | 'squig' | 'check' | 'swoosh' | 'dots' | 'stripe'
  field: string
  pattern: string
  accent?: string
}

export interface MascotArt {
  name: MascotName
  /** Against the size that suits most mascots on this vessel. */
  scale?: number
  /** Units further down than usual. */
  drop?: number
}

export interface PlateArt {
  colour?: string
  ink?: string
  /** Degrees; labels hang between 0 and -4, one at 2. */
  tilt?: number
  /** The largest size that the name may reach. */
  largest?: number
}

/** The takeaway box: its width is the joke. */
export interface BoxArt {
  width: number
  /** Where the walls end and the roof begins. */
  shoulder: number
  seal: SealName
  sealX?: number
  sealY?: number
}

/** Everything that a sticker is drawn from. Merchandise has no mascot and mostly no ground. */
export interface StickerDrawing {
  vessel: (art: StickerDrawing) => VesselArt
  /** The name on the plate, three lines at most, in capitals. */
  lines: readonly string[]
  body: string
  cap: string
  flag: FlagName
  ground?: GroundArt
  mascot?: MascotArt
  plate?: PlateArt
  /** Colours of what floats or lies inside glass. */
  bits?: readonly string[]
  box?: BoxArt
}

/** A vessel as drawn: its silhouette, from which cut line and shadow follow, and the drawing itself. */
export interface VesselArt {
  outline: readonly string[]
  /** Handles: open paths that count with their width. */
  handles?: readonly { path: string; width: number }[]
  /** Smaller drawings that stand in this one and share its cut line. */
  guests?: readonly PlacedOutline[]
  svg: string
}

/** Draws a vessel whose silhouette is known. */
export function vessel(
  outline: readonly string[],
  more: Pick<VesselArt, 'handles' | 'guests'> = {},
): (...shapes: Parameters<typeof drawn>) => VesselArt {
  return (...shapes) => ({ outline, ...more, svg: drawn(...shapes) })
}

/** An outline that is moved and scaled from its own artboard into another. */
export interface PlacedOutline {
  outline: readonly string[]
  x: number
  y: number
  scale: number
}

/** A handle as a coloured band between ink edges. */
export function handleBand(path: string, colour: string, outer: number, inner: number): string {
  return drawn`
  <path d="${path}" fill="none" stroke="${palette.ink}" stroke-width="${outer}"/>
  <path d="${path}" fill="none" stroke="${colour}" stroke-width="${inner}"/>`
}

/** Ink lines of vessels are heavier than those of anything else. */
export const vesselLine = { width: 5.5 }

export function outlineOf(path: string): string {
  return line(vesselLine.width)(path)
}

/** Grip ridges of a cap: upright lines spread over a width. */
export function ridges(x: number, y: number, width: number, height: number, count: number): string {
  const data = repeat(
    count,
    (index) => `M${tenth(x + (width * (index + 1)) / (count + 1))} ${y}v${height}`,
  )
  return line(3)(data)
}

/** Light from the top left. */
export function glint(path: string, width = 7): string {
  return line(width, palette.milk)(path)
}
