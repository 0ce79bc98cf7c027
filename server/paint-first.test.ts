import { expect, test } from 'vitest'
import { paintFirst } from './paint-first.ts'
import { pagePolicy } from './security-headers.ts'

const start =
  'import "/assets/manifest.js";\nimport * as route0 from "/assets/root.js";\n\nimport("/assets/entry.js");'
const page = `<html><head><link rel="stylesheet" href="/assets/a.css"/><link rel="modulepreload" href="/assets/manifest.js"/><link rel="modulepreload" href="/assets/root.js"/><link rel="modulepreload" href="/assets/root.js"/></head><body><script>data()</script><script type="module" async="">${start}</script></body></html>`

/** What the document's module script says. */
const startScript = (html: string) =>
  /async="">(?<code>[\s\S]*?)<\/script>/.exec(html)?.groups?.code ?? ''

test('nothing asks for code before the first paint', () => {
  const { html } = paintFirst(page)
  expect(html).not.toContain('<link rel="modulepreload"')
  expect(startScript(html)).not.toMatch(/^\s*import/m)
  expect(startScript(html)).toMatch(/^if \(!document\.hidden\) await/)
})

test('after it all code is asked for at once, each file once', () => {
  expect(startScript(paintFirst(page).html)).toContain('["/assets/manifest.js","/assets/root.js"]')
})

test('the framework’s start script runs word for word, and the policy lets it', () => {
  const { html, laterScripts } = paintFirst(page)
  expect(startScript(html)).toContain(JSON.stringify(start))
  expect(laterScripts).toEqual([start])
  const allowed = (text: string) => pagePolicy(text, []).match(/'sha256-[^']+'/g) ?? []
  expect(pagePolicy(html, [], laterScripts)).toContain(allowed(`<script>${start}</script>`)[0])
})

test('all else stays as it is', () => {
  expect(paintFirst(page).html).toContain(
    '<link rel="stylesheet" href="/assets/a.css"/></head><body><script>data()</script>',
  )
  const bare = '<html><body>$& no code</body></html>'
  expect(paintFirst(bare)).toEqual({ html: bare, laterScripts: [] })
})
