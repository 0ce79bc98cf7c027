import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { type InspectedPage, pictureName } from '../tests/inspect/pages.ts'

/** Folders of pictures, and how wide a thumbnail of theirs is in CSS pixels. */
const kinds = { '1280': 320, '390': 150, 'without-javascript': 150, 'forced-colours': 320 }
const columns = 8

/** Draws one PNG for each kind of picture, with all pages side by side and the path under each. */
export async function drawContactSheets(
  browser: Browser,
  pages: InspectedPage[],
  folder: string,
): Promise<void> {
  for (const [kind, width] of Object.entries(kinds)) {
    const drawn = pages.filter((page) => existsSync(join(folder, kind, pictureName(page))))
    if (drawn.length === 0) continue
    const sheet = join(folder, `${kind}.html`)
    await writeFile(sheet, sheetOf(drawn, kind, width))
    const tab = await browser.newPage({
      viewport: { width: columns * (width + 16) + 16, height: 800 },
    })
    await tab.goto(pathToFileURL(sheet).href)
    await tab.screenshot({ path: join(folder, `${kind}.png`), fullPage: true })
    await tab.close()
    await rm(sheet)
  }
}

function sheetOf(pages: InspectedPage[], kind: string, width: number): string {
  const figures = pages.map(
    (page) =>
      `<figure><img src="${kind}/${pictureName(page)}" alt=""><figcaption>${page.name.replaceAll('&', '&amp;')}</figcaption></figure>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>${kind}</title><style>
body { margin: 16px; background: #888; font: 12px/1.3 sans-serif; columns: ${columns}; column-gap: 16px }
figure { margin: 0 0 16px; break-inside: avoid; background: #fff }
img { display: block; width: ${width}px }
figcaption { padding: 4px; overflow-wrap: anywhere }
</style>${figures.join('\n')}`
}
