import { expect, test } from 'vitest'
import { deferHydration } from './defer-hydration.ts'
import { getPageSecurityPolicy } from './security-headers.ts'

const start =
  'import "/assets/manifest.js";\nimport * as route0 from "/assets/root.js";\n\nimport("/assets/entry.js");'
const document = Buffer.from(
  `<html><head><title>Jalapeño</title><link rel="stylesheet" href="/assets/a.css"/><link rel="modulepreload" href="/assets/manifest.js"/><link rel="modulepreload" href="/assets/root.js"/><link rel="modulepreload" href="/assets/root.js"/></head><body><script>data()</script><script type="module" async="">${start}</script></body></html>`,
)

const startScript = (page: Buffer) =>
  /async="">(?<code>[\s\S]*?)<\/script>/.exec(page.toString())?.groups?.code ?? ''

test('a page loads no code before its first paint', () => {
  const { page } = deferHydration(document)
  expect(page.toString()).not.toContain('<link rel="modulepreload"')
  expect(startScript(page)).not.toMatch(/^\s*import/m)
  expect(startScript(page)).toMatch(/^if \(!document\.hidden\) await/)
})

test('a page loads each file of code once after its first paint', () => {
  const { page } = deferHydration(document)
  expect(startScript(page)).toContain('["/assets/manifest.js","/assets/root.js"]')
})

test('the policy allows the start script with its check that code has run', () => {
  const { page, laterScripts } = deferHydration(document)
  const checked = start.replace(/;$/, '.finally(() => window.announceUnlessAlive?.());')
  expect(startScript(page)).toContain(JSON.stringify(checked))
  const allowed = getPageSecurityPolicy(Buffer.from(`<script>${checked}</script>`), []).match(
    /'sha256-[^']+'/,
  )
  expect(getPageSecurityPolicy(page, [], laterScripts)).toContain(allowed?.[0])
})

test('deferring hydration changes no other part of the page', () => {
  expect(deferHydration(document).page.toString()).toContain(
    '<title>Jalapeño</title><link rel="stylesheet" href="/assets/a.css"/></head><body><script>data()</script>',
  )
  const bare = Buffer.from('<html><body>$& no code</body></html>')
  expect(deferHydration(bare)).toEqual({ page: bare, laterScripts: [] })
})
