import axe from 'axe-core'
import { openShop } from '../tests/support/running-shop.ts'
import { launchBrowser } from './browser.ts'
import { everyPage } from './inspect/pages.ts'
import * as p from './inspect/in-page.ts'
const shop = await openShop(); const browser = await launchBrowser()
import { readdirSync, readFileSync } from 'node:fs'
function cpu(): number {
  const rows = new Map<number, [number, number]>()
  for (const d of readdirSync('/proc')) if (/^\d+$/.test(d)) { try { const s = readFileSync(`/proc/${d}/stat`, 'utf8'); const f = s.slice(s.lastIndexOf(')') + 2).split(' '); rows.set(Number(d), [Number(f[1]), (Number(f[11]) + Number(f[12]) + Number(f[13]) + Number(f[14])) * 10]) } catch {} }
  let sum = 0
  const mine = (pid: number): boolean => { for (let at: number | undefined = pid, i = 0; at && i < 20; i++) { if (at === process.pid) return true; at = rows.get(at)?.[0] } return false }
  for (const [pid, [, ms]] of rows) if (mine(pid)) sum += ms
  return sum
}
const opened: any[] = []
const sums: Record<string, number> = {}
async function t<T>(name: string, w: () => Promise<T>): Promise<T> { const b = cpu(); const r = await w(); sums[name] = (sums[name] ?? 0) + cpu() - b; return r }
const pages = everyPage().filter(({ visitor }) => visitor === 'anyone')
console.log(everyPage().length)
const some = pages.filter((_, i) => i % 10 === 0)
const context = await browser.newContext({ locale: 'en-GB' })
for (const page of some) {
  for (const size of [{ width: 1280, height: 900 }, { width: 390, height: 844 }]) {
    const tab = await t('newPage', () => context.newPage())
    await tab.setViewportSize(size)
    await tab.addInitScript(p.takeNotes)
    await t('load', () => tab.goto(shop.url + page.path, { waitUntil: 'load' }))
    await t('alive', () => tab.waitForFunction(p.isAlive))
    await t('idle', () => tab.waitForLoadState('networkidle'))
    await t('whole', () => tab.waitForFunction(p.isWhole))
    await t('outline', () => tab.evaluate(p.readOutline))
    await t('read', () => tab.evaluate(p.readThrough))
    await tab.emulateMedia({ reducedMotion: 'reduce' })
    await t('axe', async () => { await tab.evaluate(axe.source); await tab.evaluate(() => (window as any).axe.run(document, { resultTypes: ['violations'] })) })
    await t('targets', () => tab.evaluate(p.findSmallTargets))
    await t('rewind', () => tab.evaluate(p.rewind))
    await t('losses', () => tab.evaluate(p.findLosses, size.width))
    await t('resize', async () => { await tab.setViewportSize({ width: 320, height: 256 }); await tab.waitForFunction(p.fitsWindow, { width: 320, height: 256 }) })
    await t('reading', () => tab.evaluate(p.readingHeight))
    await t('losses2', () => tab.evaluate(p.findLosses, 320))
    opened.push(tab)
  }
  const ctx = await t('still:context', () => browser.newContext({ locale: 'en-GB' }))
  const tab = await ctx.newPage()
  await tab.setViewportSize({ width: 390, height: 844 })
  await tab.emulateMedia({ reducedMotion: 'reduce' })
  await t('still:clock', () => tab.clock.install())
  await t('still:load', () => tab.goto(shop.url + page.path, { waitUntil: 'load' }))
  await t('still:alive', () => tab.waitForFunction(p.isAlive))
  await t('still:idle', () => tab.waitForLoadState('networkidle'))
  let last = ''
  for (let i = 0; i < 10; i++) {
    await t('still:run2', () => tab.clock.runFor(2000)); await t('still:idle2', () => tab.waitForLoadState('networkidle'))
    const places = (await t('still:places', () => tab.evaluate(p.takePlaces))).join()
    if (places === last) break
    last = places
  }
  await t('still:run12', () => tab.clock.runFor(12000))
  await t('still:places', () => tab.evaluate(p.takePlaces))
  opened.push(ctx)
  const plain = await browser.newContext({ locale: 'en-GB', javaScriptEnabled: false })
  const b = await plain.newPage()
  await t('plain:goto', () => b.goto(shop.url + page.path, { waitUntil: 'networkidle' }))
  await t('plain:outline', () => b.evaluate(p.readOutline))
  await t('plain:losses', () => b.evaluate(p.findLosses, 390))
  opened.push(plain); for (const o of opened.splice(0)) await o.close()
}
for (const [k, v] of Object.entries(sums)) console.log(k.padEnd(16), (v / some.length).toFixed(0))
console.log(some.length, 'sum', (Object.values(sums).reduce((a, b) => a + b) / some.length).toFixed(0))
await browser.close(); await shop.remove()
