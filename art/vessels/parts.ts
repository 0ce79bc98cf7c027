import { drawn, type FlagName, line, palette, repeat, tenth } from '../lib/kit.ts'
import type { MascotName } from '../lib/mascots.ts'

export type SealName = 'MONTHLY' | 'QUARTERLY'

/** The background behind the mascot: a field colour, a pattern colour and, for the swoosh, a third colour. */
export interface GroundArt {
  kind: 'rays' | 'jolt' | 'squig' | 'check' | 'swoosh' | 'dots' | 'stripe'
  field: string
  pattern: string
  accent?: string
}

export interface MascotArt {
  name: MascotName
  /** A factor of the size that suits most mascots on this vessel. */
  scale?: number
  /** The distance below the usual position, in units. */
  drop?: number
}

export interface PlateArt {
  colour?: string
  ink?: string
  /** In degrees: from -4 to 0 for all labels but one, which has 2. */
  tilt?: number
  /** The maximum size of the name. */
  largest?: number
}

/** The takeaway box, which is as wide as the joke needs. */
export interface BoxArt {
  width: number
  /** The y position where the walls end and the roof begins. */
  shoulder: number
  seal: SealName
  sealX?: number
  sealY?: number
}

/** All properties of a sticker. Merchandise has no mascot and mostly no background. */
export interface StickerDrawing {
  vessel: (art: StickerDrawing) => VesselArt
  /** The name on the plate: at most three lines, in capitals. */
  lines: readonly string[]
  body: string
  cap: string
  flag: FlagName
  ground?: GroundArt
  mascot?: MascotArt
  plate?: PlateArt
  /** Colours of pieces that float or lie inside glass. */
  bits?: readonly string[]
  box?: BoxArt
}

/** A drawn vessel: its silhouette, from which cut line and shadow are made, and the drawing itself. */
export interface VesselArt {
  outline: readonly string[]
  /** Handles: open paths that add their width to the silhouette. */
  handles?: readonly { path: string; width: number }[]
  /** Smaller drawings that overlap this one and share its cut line. */
  guests?: readonly PlacedOutline[]
  svg: string
}

/** Returns a template tag that draws a vessel with a given silhouette. */
export function vessel(
  outline: readonly string[],
  more: Pick<VesselArt, 'handles' | 'guests'> = {},
): (...shapes: Parameters<typeof drawn>) => VesselArt {
  return (...shapes) => ({ outline, ...more, svg: drawn(...shapes) })
}

/** An outline that is moved and scaled from its own artboard to another. */
export interface PlacedOutline {
  outline: readonly string[]
  x: number
  y: number
  scale: number
}

/** Draws a handle as a coloured band between ink edges. */
export function handleBand(path: string, colour: string, outer: number, inner: number): string {
  return drawn`
  <path d="${path}" fill="none" stroke="${palette.ink}" stroke-width="${outer}"/>
  <path d="${path}" fill="none" stroke="${colour}" stroke-width="${inner}"/>`
}

/** Ink lines of vessels are wider than those of other drawings. */
export const vesselLine = { width: 5.5 }

export function drawOutline(path: string): string {
  return line(vesselLine.width)(path)
}

/** Draws the grip ridges of a cap: upright lines across a width. */
export function ridges(x: number, y: number, width: number, height: number, count: number): string {
  const data = repeat(
    count,
    (index) => `M${tenth(x + (width * (index + 1)) / (count + 1))} ${y}v${height}`,
  )
  return line(3)(data)
}

/** Draws a highlight of light from the top left. */
export function glint(path: string, width = 7): string {
  return line(width, palette.milk)(path)
}
