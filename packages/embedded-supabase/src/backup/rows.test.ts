import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutRows, compressRows, pickColumns, decompressRows } from './rows.ts'

async function* inPieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

test('a dump is cut into parts only between rows, without loss', async () => {
  const rows = fc.array(fc.string({ unit: 'grapheme' }).map((row) => row.replaceAll('\n', '')))
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 40 }),
      async (all, piece, most) => {
        const text = all.map((row) => `${row}\n`).join('')
        const parts: Buffer[] = []
        for await (const part of cutRows(inPieces(text, piece), most)) parts.push(part)
        expect(Buffer.concat(parts).toString()).toBe(text)
        for (const part of parts) expect(part.at(-1)).toBe(10)
        for (const part of parts.slice(0, -1))
          expect(part.length).toBeGreaterThanOrEqual(most - piece)
      },
    ),
  )
})

test('packed rows are unpacked unchanged', async () => {
  const rows = Buffer.from('1\tY’alright\n2\t\\N\n')
  const packed = await compressRows(rows)
  async function* pieces(): AsyncGenerator<Buffer> {
    yield packed.subarray(0, 5)
    yield packed.subarray(5)
  }
  expect(await decompressRows(pieces())).toEqual(rows)
})

test('selected columns are taken from the rows, in their order', () => {
  const rows = Buffer.from('1\tone\\tinch\t\\N\n2\t\tlast\n')
  expect(String(pickColumns(rows, [0, 2]))).toBe('1\t\\N\n2\tlast\n')
  expect(String(pickColumns(Buffer.from(''), [0]))).toBe('')
})
