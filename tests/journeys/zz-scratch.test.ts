import { test } from 'vitest'
import { openPreparedShop } from '../support/running-shop.ts'
import { openFirefox } from '../support/engines/firefox.ts'
import { openWebKit } from '../support/engines/webkit.ts'
test('scratch', async () => {
  const shop = await openPreparedShop()
  for (const [name, open] of [['firefox', openFirefox], ['webkit', openWebKit]] as const) {
    console.time(name)
    const d = await open()
    console.timeLog(name, 'opened')
    for (const size of [{ width: 1280, height: 900 }, { width: 390, height: 844 }])
    for (const path of ['/', '/shop', '/shop/product/nashville-chilli-crisp', '/cart', '/desk']) {
      await d.resize(size)
      await d.open(shop.url + path)
      console.timeLog(name, path, await d.run(() => [document.title, innerWidth, navigator.userAgent, document.querySelector('#desk')?.textContent?.slice(0, 80)]))
      await d.run(() => new Promise((r) => setTimeout(r, 800)) as unknown)
      await d.screenshot(`/tmp/engines-${name}-${size.width}${path.replaceAll('/', '_')}.png`)
    }
    await d.close()
    console.timeEnd(name)
  }
  await shop.remove()
}, 280_000)
