import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { openShop } from '../tests/support/running-shop.ts'
import { desk } from '../tests/support/screens.ts'
import { launchBrowser } from './browser.ts'
import { build } from '../commands/build.ts'
import { root } from '../commands/run.ts'
import { describeFindings } from '../tests/inspect/finding.ts'
import { inspect } from '../tests/inspect/inspection.ts'
import { describeFigures } from '../tests/inspect/judge.ts'
import { everyPage, type InspectedPage, pictureName } from '../tests/inspect/pages.ts'
import { becomeShopper } from '../tests/inspect/shopper.ts'
import { Visitor } from '../tests/inspect/visit.ts'

const usage = `npm run inspect -- [--only /shop,/about]

Looks at every page at 1280 and at 390 wide and says what falls short of the limits. Pictures of all pages and
contact sheets of them go to tests/output/inspect. --only takes the pages whose names contain one of the words.`

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, help: { type: 'boolean', default: false } },
})

/** Pages of which there is also a picture in forced colours. */
const forced = [
  '/',
  '/shop',
  '/cart (signed in)',
  '/faqs',
  '/shop/chilli-crisp/nashville-chilli-crisp',
]

async function main(): Promise<number> {
  await build()
  const words = options.only?.split(',') ?? ['']
  const pages = everyPage().filter(({ name }) => words.some((word) => name.includes(word)))
  const pictures = join(root, 'tests', 'output', 'inspect')
  const coloured = join(pictures, 'forced-colours')
  await rm(pictures, { recursive: true, force: true })
  await mkdir(coloured, { recursive: true })
  const [shop, browser] = [await openShop(), await launchBrowser()]
  try {
    const shopper = await becomeShopper(browser, shop)
    const { findings, figures } = await inspect({
      browser,
      url: shop.url,
      pages,
      shopper,
      pictures,
    })
    const visitor = new Visitor(browser, shop.url, shopper)
    for (const page of pages.filter(({ name }) => forced.includes(name)))
      await visitor.drawInForcedColours(page, desk, join(coloured, pictureName(page)))
    findings.push(...visitor.findings)
    await drawContactSheets(browser, pages, pictures)
    console.log(describeFigures(figures))
    console.log(describeFindings(findings))
    console.log(`\n${pages.length} pages; contact sheets in tests/output/inspect.`)
    return findings.length === 0 ? 0 : 1
  } finally {
    await browser.close()
    await shop.remove()
  }
}

/** Folders of pictures, and how wide a thumbnail of theirs is in CSS pixels. */
const kinds = { '1280': 320, '390': 150, 'without-javascript': 150, 'forced-colours': 320 }
const columns = 8

/** Draws one PNG for each kind of picture, with all pages side by side and the path under each. */
async function drawContactSheets(
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

if (options.help) console.log(usage)
else process.exitCode = await main()
