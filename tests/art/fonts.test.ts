import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFontCss } from './font-css.ts'
import { buildFonts } from '../../art/lib/build-fonts.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-fonts-'))
  await buildFonts(folder)
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

test('the font rules of the stylesheet match the metrics of the faces', async () => {
  const written = await readFile(new URL('../../app/ui/fonts.css', import.meta.url), 'utf8')
  expect(withoutLayout(written)).toBe(withoutLayout(await createFontCss()))
})

test('each font file is within its size limit', async () => {
  const read = (role: string) => readFile(join(folder, 'fonts', `${role}.woff2`))
  const [display, text, marker, telly] = await Promise.all(
    ['display', 'text', 'marker', 'telly'].map(read),
  )
  expect(display?.toString('latin1', 0, 4)).toBe('wOF2')
  expect(display?.length).toBeLessThan(15_800)
  expect(text?.length).toBeLessThan(14_900)
  expect(marker?.length).toBeLessThan(15_400)
  expect(telly?.length).toBeLessThan(12_100)
})

test('every font file comes with its licence', async () => {
  const files = await readdir(join(folder, 'fonts'))
  for (const font of files.filter((file) => file.endsWith('.woff2'))) {
    const licence = join(folder, 'fonts', font.replace('.woff2', '-OFL.txt'))
    expect(await readFile(licence, 'utf8')).toContain('SIL Open Font License')
  }
})

function withoutLayout(css: string): string {
  return css.replace(/\s+/g, '').replaceAll('"', "'")
}
