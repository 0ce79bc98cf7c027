import axe from 'axe-core'
import { openShop } from '../tests/support/running-shop.ts'
import { launchBrowser } from './browser.ts'
const shop = await openShop(); const browser = await launchBrowser()
for (const path of ['/', '/shop', '/faqs']) {
  const tab = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await tab.goto(shop.url + path, { waitUntil: 'networkidle' })
  await tab.emulateMedia({ reducedMotion: 'reduce' })
  await tab.evaluate(axe.source)
  const out = await tab.evaluate(async () => {
    const a = (window as any).axe
    const time = async (o: any) => { const b = performance.now(); await a.run(document, o); return Math.round(performance.now() - b) }
    const rows: [string, number][] = []
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    await time({ runOnly: tags, resultTypes: ['violations'] })
    rows.push(['elements', document.querySelectorAll('*').length])
    rows.push(['all', await time({ runOnly: tags, resultTypes: ['violations'] })])
    rows.push(['all nopreload', await time({ runOnly: tags, resultTypes: ['violations'], preload: false })])
    rows.push(['all full', await time({ runOnly: tags })])
    for (const { ruleId } of a.getRules(tags)) rows.push([ruleId, await time({ runOnly: { type: 'rule', values: [ruleId] }, resultTypes: ['violations'] })])
    return rows.toSorted((x, y) => y[1] - x[1]).slice(0, 16)
  })
  console.log(path, out.map((r) => r.join(' ')).join('; '))
  await tab.close()
}
await browser.close(); await shop.remove()
