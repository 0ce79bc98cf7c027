import type { CSSProperties } from 'react'

/** The colours of emails, as literals because mail programs do not support CSS variables. */
export const colours = {
  ink: '#22103F',
  inkSoft: '#56487A',
  milk: '#FFFDF8',
  skim: '#F4EEFB',
  coral: '#FF4B57',
  butter: '#FFE48C',
  mint: '#B5EFD9',
  lilac: '#D8C6FF',
} as const

const display = "'Arial Black', Arial, sans-serif"
const reading = 'Arial, sans-serif'
const till = "'Courier New', monospace"

/** The width of an email in px. */
export const emailWidthPx = 600

export function getTextStyle(fontSize: number, lineHeight: number): CSSProperties {
  return { fontSize, lineHeight: `${lineHeight}px` }
}

const ink = { color: colours.ink }
const bold: CSSProperties = { fontFamily: display, fontWeight: 900, ...ink }

export const headingStyle: CSSProperties = { ...bold, ...getTextStyle(38, 42), margin: '0 0 12px' }
export const smallHeadingStyle: CSSProperties = {
  ...bold,
  ...getTextStyle(18, 24),
  margin: '0 0 4px',
}
export const bodyStyle: CSSProperties = {
  fontFamily: reading,
  ...ink,
  ...getTextStyle(17, 26),
  margin: '0 0 12px',
}
export const smallStyle: CSSProperties = { ...bodyStyle, ...getTextStyle(15, 23) }
export const receiptStyle: CSSProperties = { fontFamily: till, ...ink, ...getTextStyle(17, 28) }

export const codeStyle: CSSProperties = {
  ...receiptStyle,
  ...getTextStyle(34, 44),
  fontWeight: 'bold',
  letterSpacing: 6,
  margin: 0,
}

/** Breaks long words that a person typed, which would otherwise widen the email. All elements of an email inherit this style. */
export const breakLongWordsStyle: CSSProperties = {
  overflowWrap: 'anywhere',
  wordBreak: 'break-word',
}

export const linkStyle: CSSProperties = { color: colours.ink, fontWeight: 'bold' }

/** CSS that cannot be inline: rules for narrow screens, and rules that keep the colours in dark mode. */
export const styleSheet = `
:root{color-scheme:light only;supported-color-schemes:light only}
body{margin:0;padding:0;-webkit-text-size-adjust:100%;text-size-adjust:100%}
img{-ms-interpolation-mode:bicubic}
@media (max-width:480px){
.pad{padding-left:20px!important;padding-right:20px!important}
.half{display:block!important;width:auto!important;padding-right:0!important;padding-bottom:16px!important}
h1{font-size:32px!important;line-height:36px!important}
}
@media (max-width:360px){
.sticker,.sticker img{width:56px!important}
}
@media (prefers-color-scheme:dark){
.page{background-color:${colours.skim}!important}
.sheet{background-color:${colours.milk}!important}
.sheet .ink,.sheet .ink *{color:${colours.ink}!important}
.legal{background-color:${colours.ink}!important}
.legal,.legal *{color:${colours.milk}!important}
}
[data-ogsc] .sheet .ink,[data-ogsc] .sheet .ink *{color:${colours.ink}!important}
[data-ogsb] .page{background-color:${colours.skim}!important}
[data-ogsb] .sheet{background-color:${colours.milk}!important}
[data-ogsb] .legal{background-color:${colours.ink}!important}
[data-ogsc] .legal,[data-ogsc] .legal *{color:${colours.milk}!important}
`
  .trim()
  .replaceAll('\n', '')
