interface Table {
  tag: string
  data: Buffer
}

const headerSize = 12
const recordSize = 16
const checksumTotal = 0xb1b0afba

/** Name ids of the OpenType `name` table. */
export const nameIds = {
  copyright: 0,
  family: 1,
  style: 2,
  unique: 3,
  full: 4,
  version: 5,
  postScript: 6,
  licence: 13,
  licenceUrl: 14,
} as const

/**
 * Gives an uncompressed font (.ttf) a new `name` table. The Open Font License asks it of a changed font
 * whose makers reserved its name; https://openfontlicense.org, clause 3.
 */
export function withFontNames(font: Uint8Array, names: ReadonlyMap<number, string>): Uint8Array {
  const tables = readTables(Buffer.from(font)).map((table) =>
    table.tag === 'name' ? { tag: 'name', data: nameTable(names) } : table,
  )
  return writeTables(Buffer.from(font).subarray(0, 4), tables)
}

function readTables(font: Buffer): Table[] {
  const count = font.readUInt16BE(4)
  return Array.from({ length: count }, (_, index) => {
    const record = headerSize + index * recordSize
    const offset = font.readUInt32BE(record + 8)
    const length = font.readUInt32BE(record + 12)
    return {
      tag: font.toString('latin1', record, record + 4),
      data: Buffer.from(font.subarray(offset, offset + length)),
    }
  })
}

/** English names for Windows (platform 3, UTF-16), which every browser reads. */
function nameTable(names: ReadonlyMap<number, string>): Buffer {
  const entries = [...names].toSorted(([one], [other]) => one - other)
  const texts = entries.map(([, text]) => Buffer.from(text, 'utf16le').swap16())
  const head = Buffer.alloc(6 + entries.length * 12)
  head.writeUInt16BE(entries.length, 2)
  head.writeUInt16BE(head.length, 4)
  let offset = 0
  entries.forEach(([id], index) => {
    const length = texts[index]?.length ?? 0
    const values = [3, 1, 0x409, id, length, offset]
    values.forEach((value, place) => head.writeUInt16BE(value, 6 + index * 12 + place * 2))
    offset += length
  })
  return Buffer.concat([head, ...texts])
}

function writeTables(version: Uint8Array, tables: readonly Table[]): Uint8Array {
  const head = Buffer.alloc(headerSize + tables.length * recordSize)
  const power = Math.floor(Math.log2(tables.length))
  head.set(version, 0)
  head.writeUInt16BE(tables.length, 4)
  head.writeUInt16BE(16 * 2 ** power, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE(16 * (tables.length - 2 ** power), 10)
  let offset = head.length
  let headTable = 0
  const bodies = tables.map(({ tag, data }, index) => {
    const record = headerSize + index * recordSize
    const body = Buffer.concat([data, Buffer.alloc(-data.length & 3)])
    if (tag === 'head') {
      headTable = offset
      body.writeUInt32BE(0, 8)
    }
    head.write(tag, record, 'latin1')
    head.writeUInt32BE(checksum(body), record + 4)
    head.writeUInt32BE(offset, record + 8)
    head.writeUInt32BE(data.length, record + 12)
    offset += body.length
    return body
  })
  const font = Buffer.concat([head, ...bodies])
  font.writeUInt32BE((checksumTotal - checksum(font)) >>> 0, headTable + 8)
  return font
}

function checksum(data: Buffer): number {
  let sum = 0
  for (let at = 0; at < data.length; at += 4) sum = (sum + data.readUInt32BE(at)) >>> 0
  return sum
}
