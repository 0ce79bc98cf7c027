import { Resvg } from '@resvg/resvg-js'
import { crc32, deflateSync } from 'node:zlib'

/** Pixels as a renderer hands them out: four bytes each, rows from the top, alpha not multiplied in. */
export interface Pixels {
  width: number
  height: number
  rgba: Uint8Array
}

/** Draws an SVG without a browser. `width` is in pixels; the height follows from the picture. */
export function svgToPixels(svg: string, width: number): Pixels {
  const image = new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false },
  }).render()
  return { width: image.width, height: image.height, rgba: image.pixels }
}

/** Red, green, blue and opacity: the bytes of a colour that is written as one number. */
const channels = [0, 1, 2, 3] as const
type Channel = (typeof channels)[number]

function level(word: number, channel: Channel): number {
  return (word >>> (24 - 8 * channel)) & 0xff
}

interface Shade {
  word: number
  count: number
}

/** Writes pixels as a PNG with at most `colours` colours (256 at most), each with its own opacity. */
export function palettePng(pixels: Pixels, colours: number): Uint8Array {
  const words = visibleWords(pixels.rgba)
  const boxes = medianCut(countShades(words), colours)
  const palette = boxes.map(({ shades }) => average(shades))
  const places = new Map<number, number>()
  boxes.forEach(({ shades }, index) => shades.forEach(({ word }) => places.set(word, index)))
  const rows = indexedRows(pixels.width, words, places)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(pixels.width, 0)
  header.writeUInt32BE(pixels.height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((colour) => colour.slice(0, 3)))),
    chunk('tRNS', Buffer.from(palette.flatMap((colour) => colour.slice(3)))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Each pixel as one number. What cannot be seen has no colour, so that all of it shares one place in the palette. */
function visibleWords(rgba: Uint8Array): Uint32Array {
  const view = new DataView(rgba.buffer, rgba.byteOffset, rgba.byteLength)
  const words = new Uint32Array(rgba.byteLength / 4)
  for (let at = 0; at < words.length; at += 1) {
    const word = view.getUint32(at * 4)
    words[at] = (word & 0xff) === 0 ? 0 : word
  }
  return words
}

function countShades(words: Uint32Array): Shade[] {
  const counts = new Map<number, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].map(([word, count]) => ({ word, count }))
}

/** Colours that will become one, and how much would be gained by splitting them. */
interface Box {
  shades: Shade[]
  channel: Channel
  score: number
}

/** Splits the box whose colours differ most, weighed by how often they occur, until there are enough. */
function medianCut(shades: Shade[], wanted: number): Box[] {
  const boxes = [boxOf(shades)]
  while (boxes.length < wanted) {
    const best = boxes.reduce((one, other) => (other.score > one.score ? other : one))
    if (best.shades.length < 2) break
    boxes.splice(boxes.indexOf(best), 1, ...halves(best).map(boxOf))
  }
  return boxes
}

function boxOf(shades: Shade[]): Box {
  const { channel, spread } = widest(shades)
  return { shades, channel, score: spread * Math.sqrt(total(shades)) }
}

function halves({ shades, channel }: Box): [Shade[], Shade[]] {
  const sorted = shades.toSorted(
    (one, other) => level(one.word, channel) - level(other.word, channel),
  )
  const half = total(sorted) / 2
  let seen = 0
  const middle = sorted.findIndex((shade) => (seen += shade.count) >= half)
  const at = Math.min(Math.max(middle, 1), sorted.length - 1)
  return [sorted.slice(0, at), sorted.slice(at)]
}

function widest(box: Shade[]): { channel: Channel; spread: number } {
  const spreads = channels.map((channel) => {
    let [least, most] = [255, 0]
    for (const { word } of box) {
      least = Math.min(least, level(word, channel))
      most = Math.max(most, level(word, channel))
    }
    return { channel, spread: most - least }
  })
  return spreads.reduce((one, other) => (other.spread > one.spread ? other : one))
}

function average(box: Shade[]): number[] {
  const weight = total(box)
  return channels.map((channel) => {
    const sum = box.reduce((all, { word, count }) => all + level(word, channel) * count, 0)
    return Math.round(sum / weight)
  })
}

function total(box: Shade[]): number {
  return box.reduce((sum, shade) => sum + shade.count, 0)
}

/** One byte a pixel, each row led by filter type 0. */
function indexedRows(width: number, words: Uint32Array, places: Map<number, number>): Uint8Array {
  const rows = new Uint8Array(words.length + words.length / width)
  words.forEach((word, at) => {
    rows[at + Math.floor(at / width) + 1] = places.get(word) ?? 0
  })
  return rows
}

function chunk(type: string, data: Uint8Array): Buffer {
  const out = Buffer.alloc(12 + data.length)
  out.writeUInt32BE(data.length, 0)
  out.write(type, 4, 'latin1')
  out.set(data, 8)
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length)
  return out
}
