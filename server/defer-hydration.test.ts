import { expect, test } from 'vitest'
import { deferHydration } from './defer-hydration.ts'
import { pagePolicy } from './security-headers.ts'

const start =
  'import "/assets/manifest.js";\nimport * as route0 from "/assets/root.js";\n\nimport("/assets/entry.js");'
const document = Buffer.from(
  `<html><head><title>Jalapeño</title><link rel="stylesheet" href="/assets/a.css"/><link rel="modulepreload" href="/assets/manifest.js"/><link rel="modulepreload" href="/assets/root.js"/><link rel="modulepreload" href="/assets/root.js"/></head><body><script>data()</script><script type="module" async="">${start}</script></body></html>`,
)

const startScript = (page: Buffer) =>
  /async="">(?<code>[\s\S]*?)<\/script>/.exec(page.toString())?.groups?.code ?? ''

test('nothing asks for code before the first paint', () => {
  const { page } = deferHydration(document)
  expect(page.toString()).not.toContain('<link rel="modulepreload"')
  expect(startScript(page)).not.toMatch(/^\s*import/m)
  expect(startScript(page)).toMatch(/^if \(!document\.hidden\) await/)
})

test('after it all code is asked for at once, each file once', () => {
  const { page } = deferHydration(document)
  expect(startScript(page)).toContain('["/assets/manifest.js","/assets/root.js"]')
})

test('the framework’s start script is followed by a look whether code has run, and the policy lets it', () => {
  const { page, laterScripts } = deferHydration(document)
  const checked = start.replace(/;$/, '.finally(() => window.announceUnlessAlive?.());')
  expect(startScript(page)).toContain(JSON.stringify(checked))
  const allowed = pagePolicy(Buffer.from(`<script>${checked}</script>`), []).match(/'sha256-[^']+'/)
  expect(pagePolicy(page, [], laterScripts)).toContain(allowed?.[0])
})

test('all else stays as it is', () => {
  expect(deferHydration(document).page.toString()).toContain(
    '<title>Jalapeño</title><link rel="stylesheet" href="/assets/a.css"/></head><body><script>data()</script>',
  )
  const bare = Buffer.from('<html><body>$& no code</body></html>')
  expect(deferHydration(bare)).toEqual({ page: bare, laterScripts: [] })
})
