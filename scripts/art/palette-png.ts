import { crc32, deflateSync } from 'node:zlib'
import type { Pixels } from './svg-to-png.ts'

type Channel = 0 | 1 | 2 | 3

interface Shade {
  rgba: readonly [number, number, number, number]
  count: number
}

const channels = [0, 1, 2, 3] as const

/** Writes pixels as a PNG with at most `colours` colours (256 at most), each with its own opacity. */
export function palettePng(pixels: Pixels, colours: number): Uint8Array {
  const shades = countShades(pixels.rgba)
  const boxes = medianCut([...shades.values()], colours)
  const palette = boxes.map(average)
  const places = new Map<number, number>()
  boxes.forEach((box, index) => box.forEach((shade) => places.set(keyOf(shade.rgba), index)))
  const rows = indexedRows(pixels, places)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(pixels.width, 0)
  header.writeUInt32BE(pixels.height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(([r, g, b]) => [r, g, b]))),
    chunk('tRNS', Buffer.from(palette.map(([, , , alpha]) => alpha))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function countShades(rgba: Uint8Array): Map<number, Shade> {
  const shades = new Map<number, Shade>()
  for (let at = 0; at < rgba.length; at += 4) {
    const colour = pixelAt(rgba, at)
    const key = keyOf(colour)
    const shade = shades.get(key)
    if (shade === undefined) shades.set(key, { rgba: colour, count: 1 })
    else shade.count += 1
  }
  return shades
}

/** Splits the box whose colours differ most, weighed by how often they occur, until there are enough. */
function medianCut(shades: Shade[], wanted: number): Shade[][] {
  const boxes = [shades]
  while (boxes.length < wanted) {
    const spreads = boxes.map(widest)
    const scores = spreads.map(({ spread }, index) => spread * Math.sqrt(total(boxes[index] ?? [])))
    const best = scores.indexOf(Math.max(...scores))
    const box = boxes[best]
    const channel = spreads[best]?.channel
    if (box === undefined || channel === undefined || box.length < 2) break
    boxes.splice(best, 1, ...halves(box, channel))
  }
  return boxes
}

function halves(box: Shade[], channel: Channel): [Shade[], Shade[]] {
  const sorted = box.toSorted((one, other) => one.rgba[channel] - other.rgba[channel])
  const half = total(sorted) / 2
  let seen = 0
  const middle = sorted.findIndex((shade) => (seen += shade.count) >= half)
  const at = Math.min(Math.max(middle, 1), sorted.length - 1)
  return [sorted.slice(0, at), sorted.slice(at)]
}

function widest(box: Shade[]): { channel: Channel; spread: number } {
  let channel: Channel = 0
  let spread = 0
  for (const candidate of channels) {
    const values = box.map((shade) => shade.rgba[candidate])
    const range = values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b))
    if (range > spread) {
      channel = candidate
      spread = range
    }
  }
  return { channel, spread }
}

function average(box: Shade[]): [number, number, number, number] {
  const weight = total(box)
  const mean = (channel: Channel) =>
    Math.round(box.reduce((sum, shade) => sum + shade.rgba[channel] * shade.count, 0) / weight)
  return [mean(0), mean(1), mean(2), mean(3)]
}

function total(box: Shade[]): number {
  return box.reduce((sum, shade) => sum + shade.count, 0)
}

/** One byte a pixel, each row led by filter type 0. */
function indexedRows({ width, height, rgba }: Pixels, places: Map<number, number>): Uint8Array {
  const rows = new Uint8Array((width + 1) * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colour = pixelAt(rgba, (y * width + x) * 4)
      rows[y * (width + 1) + 1 + x] = places.get(keyOf(colour)) ?? 0
    }
  }
  return rows
}

/** What cannot be seen has no colour, so that all of it shares one place in the palette. */
function pixelAt(rgba: Uint8Array, at: number): [number, number, number, number] {
  const alpha = rgba[at + 3] ?? 0
  if (alpha === 0) return [0, 0, 0, 0]
  return [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0, alpha]
}

function keyOf([r, g, b, a]: Shade['rgba']): number {
  return ((r << 24) | (g << 16) | (b << 8) | a) >>> 0
}

function chunk(type: string, data: Uint8Array): Buffer {
  const out = Buffer.alloc(12 + data.length)
  out.writeUInt32BE(data.length, 0)
  out.write(type, 4, 'latin1')
  out.set(data, 8)
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length)
  return out
}
