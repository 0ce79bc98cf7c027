import { expect, test } from 'vitest'
import { paintFirst } from './paint-first.ts'

const html = `<html><head><link rel="stylesheet" href="/assets/a.css"/><link rel="modulepreload" href="/assets/manifest.js"/><link rel="modulepreload" href="/assets/root.js"/><link rel="modulepreload" href="/assets/root.js"/></head><body><script>data()</script><script type="module" async="">import "/assets/manifest.js";
import * as route0 from "/assets/root.js";
import * as route1 from "/assets/shop.js";
  
  window.__reactRouterRouteModules = {"root":route0,"shop":route1};

import("/assets/entry.js");</script></body></html>`

const startScript = (page: string) =>
  /async="">(?<code>[\s\S]*?)<\/script>/.exec(page)?.groups?.code ?? ''

test('nothing asks for code before the first paint', () => {
  const page = paintFirst(html)
  expect(page).not.toContain('<link rel="modulepreload"')
  expect(startScript(page)).not.toMatch(/^\s*import [*"]/m)
  expect(startScript(page)).toMatch(/^if \(!document\.hidden\) await/)
})

test('after it all code is asked for at once, each file once', () => {
  expect(startScript(paintFirst(html))).toContain('["/assets/manifest.js","/assets/root.js"]')
})

test('the framework starts with the modules that it asked for', () => {
  const code = startScript(paintFirst(html))
  expect(code).toContain(
    'const [, route0, route1] = await Promise.all([import("/assets/manifest.js"), import("/assets/root.js"), import("/assets/shop.js")]);',
  )
  expect(code).toContain('window.__reactRouterRouteModules = {"root":route0,"shop":route1};')
  expect(code).toMatch(/import\("\/assets\/entry\.js"\);$/)
})

test('all else stays as it is', () => {
  expect(paintFirst(html)).toContain(
    '<link rel="stylesheet" href="/assets/a.css"/></head><body><script>data()</script>',
  )
  expect(paintFirst('<html><body>$& no code</body></html>')).toBe(
    '<html><body>$& no code</body></html>',
  )
})
