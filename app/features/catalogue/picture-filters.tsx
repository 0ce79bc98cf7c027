import { palette } from '../../ui/shapes/palette.ts'

const mysteryPatternUrl = '/generated/art/mystery.svg'

const cutLine = '.009 .0075'
const dieCut = '.043 .036'

/** Applied by `filter: url(#print-one-plate)` to sold-out products: a print in one colour. */
const onePlate =
  `<filter id="print-one-plate" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">` +
  '<feColorMatrix values=".335 .658 .123 0 -.116 .335 .658 .123 0 -.116 .335 .658 .123 0 -.116 0 0 0 1 0"/>' +
  '<feComponentTransfer><feFuncR type="table" tableValues=".133 .55 .87 1"/>' +
  '<feFuncG type="table" tableValues=".063 .47 .82 .99"/>' +
  '<feFuncB type="table" tableValues=".247 .66 .93 .97"/></feComponentTransfer></filter>'

/**
 * Applied by `filter: url(#mystery)`: the silhouette of a sticker, filled with a pattern. The shadow is more transparent than the
 * sticker, so only opaque pixels belong to the silhouette.
 */
const mystery = () =>
  `<filter id="mystery" x="0" y="0" width="1" height="1" primitiveUnits="objectBoundingBox" color-interpolation-filters="sRGB">` +
  '<feComponentTransfer in="SourceAlpha" result="shape"><feFuncA type="linear" slope="4" intercept="-2.4"/></feComponentTransfer>' +
  `<feMorphology in="shape" operator="erode" radius="${cutLine}" result="paper"/>` +
  `<feMorphology in="shape" operator="erode" radius="${dieCut}" result="inside"/>` +
  `<feFlood flood-color="${palette.ink}" result="ink"/><feFlood flood-color="${palette.milk}" result="milk"/>` +
  '<feComposite in="ink" in2="shape" operator="in" result="edge"/>' +
  '<feComposite in="milk" in2="paper" operator="in" result="border"/>' +
  `<feImage href="${mysteryPatternUrl}" preserveAspectRatio="xMidYMid slice" result="pattern"/>` +
  '<feMerge result="print"><feMergeNode in="ink"/><feMergeNode in="pattern"/></feMerge>' +
  '<feComposite in="print" in2="inside" operator="in" result="silhouette"/>' +
  '<feMerge><feMergeNode in="edge"/><feMergeNode in="border"/><feMergeNode in="silhouette"/></feMerge></filter>'

/**
 * SVG filters that CSS applies to any picture, including uploads of the owner. They are rendered on the server only, so they are
 * not part of the browser bundle.
 */
export function PictureFilters() {
  const drawing = import.meta.env.SSR
    ? `<svg width="0" height="0" style="position:absolute" aria-hidden="true" focusable="false"><defs>${onePlate}${mystery()}</defs></svg>`
    : ''
  return <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: drawing }} />
}
