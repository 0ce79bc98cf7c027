import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openShop } from '../tests/support/running-shop.ts'
import { desk } from '../tests/support/screens.ts'
import { launchBrowser } from './browser.ts'
import { build } from '../commands/build.ts'
import { drawContactSheets } from './inspect/contact-sheet.ts'
import { hasJava } from './inspect/html-checker.ts'
import { inspect } from './inspect/inspection.ts'
import { everyPage } from './inspect/pages.ts'
import { describeFigures, describeFindings } from './inspect/report.ts'
import { measureResponses } from './inspect/responses.ts'
import { becomeShopper } from './inspect/shopper.ts'
import { drawInForcedColours } from './inspect/visit.ts'
import { root } from '../commands/run.ts'

const usage = `npm run inspect -- [--only /shop,/about] [--no-responses]

Looks at every page at 1280 and at 390 wide and says what falls short of the limits. Pictures of all pages and
contact sheets of them go to tests/output/inspect. --only takes the pages whose names contain one of the words.`

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    responses: { type: 'boolean', default: true },
    help: { type: 'boolean', default: false },
  },
  allowNegative: true,
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
  if (options.help) {
    console.log(usage)
    return 0
  }
  await build()
  const words = options.only?.split(',') ?? ['']
  const pages = everyPage().filter(({ name }) => words.some((word) => name.includes(word)))
  const pictures = join(root, 'tests', 'output', 'inspect')
  await rm(pictures, { recursive: true, force: true })
  await mkdir(pictures, { recursive: true })
  const withChecker = hasJava()
  const [shop, browser] = [await openShop(), await launchBrowser()]
  try {
    const shopper = await becomeShopper(browser, shop)
    const assignment = { browser, url: shop.url, pages, shopper, pictures, withChecker }
    const { findings, figures } = await inspect(assignment)
    const context = await browser.newContext({ locale: 'en-GB', storageState: shopper })
    for (const page of pages.filter(({ name }) => forced.includes(name))) {
      const meeting = { context, url: shop.url, page, size: desk }
      findings.push(...(await drawInForcedColours(meeting, join(pictures, 'forced-colours'))))
    }
    await drawContactSheets(browser, pages, pictures)
    console.log(describeFigures(figures))
    console.log(describeFindings(findings))
    if (options.responses) console.log(await measureResponses(browser, shop.url))
    if (!withChecker)
      console.error(
        '\nNot run: the Nu checker, because there is no Java here. Install a Java runtime for it.',
      )
    console.log(`\n${pages.length} pages; contact sheets in tests/output/inspect.`)
    return findings.length === 0 ? 0 : 1
  } finally {
    await browser.close()
    await shop.remove()
  }
}

process.exitCode = await main()
