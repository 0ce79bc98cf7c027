import { drawMarkup, type FlagName, linePen, palette, repeat, tenth } from '../lib/kit.ts'
import type { MascotName } from '../lib/mascots.ts'

export type SealName = 'MONTHLY' | 'QUARTERLY'

/**
 * The background behind a label's mascot: a pattern in the colour `pattern` on the colour `field`; a swoosh also has an `accent`.
 */
export interface LabelBackground {
  kind: 'rays' | 'jolt' | 'squig' | 'check' | 'swoosh' | 'dots' | 'stripe'
  field: string
  pattern: string
  accent?: string
}

export interface MascotArt {
  name: MascotName
  /** Scales the mascot relative to the default size on this vessel. */
  scale?: number
  /** Moves the mascot down from its default position, in units. */
  drop?: number
}

export interface NamePlateStyle {
  colour?: string
  ink?: string
  /** The rotation of the name plate in degrees, usually from -4 to 0. */
  tilt?: number
  /** The maximum font size of the name. */
  largest?: number
}

/** The measures of a subscription box, which is drawn as a takeaway box with a roof. */
export interface BoxArt {
  width: number
  /** The y coordinate at which the walls end and the roof begins. */
  shoulder: number
  seal: SealName
  sealX?: number
  sealY?: number
}

/** The properties of a product's sticker. Merchandise has no mascot and mostly no background. */
export interface StickerDrawing {
  vessel: (art: StickerDrawing) => VesselArt
  /** The lines of the name on the plate: at most three, in capitals. */
  lines: readonly string[]
  body: string
  cap: string
  flag: FlagName
  ground?: LabelBackground
  mascot?: MascotArt
  plate?: NamePlateStyle
  /** Colours of the pieces that are visible in a jar, such as peppercorns or peel. */
  bits?: readonly string[]
  box?: BoxArt
}

/** The drawing of a vessel, with the silhouette from which a sticker's cut line and shadow are made. */
export interface VesselArt {
  outline: readonly string[]
  /** Handles of a mug, a jug or a bag: open paths whose strokes, `width` wide, belong to the silhouette. */
  handles?: readonly { path: string; width: number }[]
  /** Outlines of drawings inside this one, such as the contents of a box: one cut line is drawn around all of them together. */
  contentOutlines?: readonly PlacedOutline[]
  svg: string
}

/** Returns a template tag that draws a vessel whose silhouette is `outline`. */
export function createVessel(
  outline: readonly string[],
  more: Pick<VesselArt, 'handles' | 'contentOutlines'> = {},
): (...shapes: Parameters<typeof drawMarkup>) => VesselArt {
  return (...shapes) => ({ outline, ...more, svg: drawMarkup(...shapes) })
}

/** An outline that is moved by `x` and `y` and scaled from its own artboard to another one. */
export interface PlacedOutline {
  outline: readonly string[]
  x: number
  y: number
  scale: number
}

/** Draws a handle as a coloured band between ink edges. */
export function drawHandle(path: string, colour: string, outer: number, inner: number): string {
  return drawMarkup`
  <path d="${path}" fill="none" stroke="${palette.ink}" stroke-width="${outer}"/>
  <path d="${path}" fill="none" stroke="${colour}" stroke-width="${inner}"/>`
}

/** Options of `drawInkedShape` for vessels, whose ink lines are wider than those of other drawings. */
export const vesselLineOptions = { width: 5.5 }

export function drawOutline(path: string): string {
  return linePen(vesselLineOptions.width)(path)
}

/** Draws the grip ridges of a bottle cap: `count` upright lines, evenly distributed over the width. */
export function ridges(x: number, y: number, width: number, height: number, count: number): string {
  const data = repeat(
    count,
    (index) => `M${tenth(x + (width * (index + 1)) / (count + 1))} ${y}v${height}`,
  )
  return linePen(3)(data)
}

/** Draws the reflection of light on a vessel. */
export function glint(path: string, width = 7): string {
  return linePen(width, palette.milk)(path)
}
