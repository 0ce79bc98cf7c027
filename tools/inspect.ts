import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openShop } from '../tests/support/running-shop.ts'
import { launchBrowser } from '../commands/lib/browser.ts'
import { build } from '../commands/build.ts'
import { root } from '../commands/lib/run.ts'
import { describeFindings } from '../tests/inspect/finding.ts'
import { inspectPages } from '../tests/inspect/inspection.ts'
import { describeFigures } from '../tests/inspect/judge.ts'
import { getPagesToInspect, type InspectedPage, getScreenshotName } from '../tests/inspect/pages.ts'
import { signInShopperWithCart } from '../tests/inspect/shopper.ts'

const usage = `npm run inspect -- [--only /shop,/about]

Looks at every page at 1280 and at 390 wide and says what falls short of the limits. Pictures of all pages go to
tests/output/inspect, where index.html has them all. --only takes the pages whose names contain one of the words.`

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, help: { type: 'boolean', default: false } },
})

async function main(): Promise<number> {
  await build()
  const words = options.only?.split(',') ?? ['']
  const pages = getPagesToInspect().filter(({ name }) => words.some((word) => name.includes(word)))
  const pictures = join(root, 'tests', 'output', 'inspect')
  await rm(pictures, { recursive: true, force: true })
  await mkdir(pictures, { recursive: true })
  const [shop, browser] = [await openShop(), await launchBrowser()]
  try {
    const shopper = await signInShopperWithCart(browser, shop)
    const assignment = { browser, url: shop.url, pages, shopper, pictures }
    const { findings, figures } = await inspectPages(assignment)
    await writeFile(join(pictures, 'index.html'), sheetOf(pages, pictures))
    console.log(describeFigures(figures))
    console.log(describeFindings(findings))
    console.log(`\n${pages.length} pages; their pictures in tests/output/inspect/index.html.`)
    return findings.length === 0 ? 0 : 1
  } finally {
    await browser.close()
    await shop.remove()
  }
}

/** The folders with screenshots, and the width in px of each picture on the overview page. */
const kinds = { '1280': 320, '390': 150, 'without-javascript': 150 }

/** Returns an HTML page that shows the screenshots of all pages, each with its name below. */
function sheetOf(pages: InspectedPage[], folder: string): string {
  const figures = Object.entries(kinds).flatMap(([kind, width]) =>
    pages.flatMap((page) => {
      const picture = `${kind}/${getScreenshotName(page)}`
      const name = `${kind} ${page.name.replaceAll('&', '&amp;')}`
      return existsSync(join(folder, picture))
        ? `<figure><img src="${picture}" width="${width}" alt=""><figcaption>${name}</figcaption></figure>`
        : []
    }),
  )
  return `<!doctype html><meta charset="utf-8"><title>Pages</title><style>
body { margin: 16px; background: #888; font: 12px/1.3 sans-serif; columns: 336px }
figure { margin: 0 0 16px; break-inside: avoid }
</style>${figures.join('\n')}`
}

if (options.help) console.log(usage)
else process.exitCode = await main()
