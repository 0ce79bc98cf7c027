import { expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { supportedBrowsers } from '../../domain/supported-browsers.ts'
import { findFeaturesInCode } from './find-in-code.ts'
import { findFeaturesInStyles } from './find-in-styles.ts'

const features = (code: string) => findFeaturesInCode(code).map(({ feature }) => feature)
const styles = (css: string) => findFeaturesInStyles(css).map(({ feature }) => feature)

test.each([
  ['URL.canParse("/")', 'URL.canParse'],
  ['window.URL.parse("/")', 'URL.parse'],
  ['const { promise } = Promise.withResolvers()', 'Promise.withResolvers'],
  ['const { withResolvers } = Promise', 'Promise.withResolvers'],
  ['Array.fromAsync([])', 'Array.fromAsync'],
  ['Object.groupBy([], String)', 'Object.groupBy'],
  ['Map.groupBy([], String)', 'Map.groupBy'],
  ['one.union(other)', 'Set.prototype.union'],
  ['list.toSorted()', 'Array.prototype.toSorted'],
  ['list["toSorted"]()', 'Array.prototype.toSorted'],
  ['AbortSignal.any([])', 'AbortSignal.any'],
  ['map.values().toArray()', 'Iterator.prototype.toArray'],
  ['new Temporal.Now()', 'Temporal'],
  ['globalThis.scheduler', 'scheduler'],
  ['new Intl.DurationFormat()', 'Intl.DurationFormat'],
  ['panel.showPopover()', 'HTMLElement.prototype.showPopover'],
  ['document.startViewTransition(work)', 'Document.prototype.startViewTransition'],
  ['jsx(`div`, { popover: `auto` })', '<div popover>'],
  ['jsx("dialog", { closedby: "any" })', '<dialog closedby>'],
  ['new RegExp("a", "v")', 'RegExp flag v'],
  [
    'createImageBitmap(file, { imageOrientation: "from-image" })',
    'createImageBitmap imageOrientation: from-image',
  ],
  ['createImageBitmap(file, { resizeQuality: "high" })', 'createImageBitmap resizeQuality'],
  ['field.focus({ focusVisible: true })', 'focus focusVisible'],
])('finds code that the supported browsers lack in %s', (code, feature) => {
  expect(features(code)).toEqual([feature])
})

test.each(['/[a--b]/v', 'using a = b', '/(?i:a)/', 'import a from "a" with { type: "json" }'])(
  'finds syntax that the supported browsers lack in %s',
  (code) => {
    expect(features(code)).toEqual([expect.stringMatching(/^syntax: /)])
  },
)

test('accepts code that the supported browsers have, and optional calls of newer methods', () => {
  const code = `
    structuredClone({}); [].at(-1); Object.hasOwn({}, 'a'); AbortSignal.timeout(1)
    class A { static #a = 1; static { A.#a ??= 2 } }
    document.startViewTransition?.(work); const scheduler = 1; scheduler; /(?<=a)b/d
    createImageBitmap(file, { imageOrientation: 'flipY' }); fetch('/', { cache: 'reload' })
    crypto.randomUUID(); navigator.locks.request('a', work); 'a'.replaceAll('a', 'b')`
  expect(features(code)).toEqual([])
})

test.each([
  ['a:has(b) { color: red }', ':has'],
  ['a:has(b), c { color: red }', ':has in a list'],
  ['@starting-style { a { opacity: 0 } }', '@starting-style'],
  ['@container (width > 1px) { a { top: 0 } }', '@container'],
  ['a { height: 100dvh }', 'dvh'],
  ['a { color: color-mix(in srgb, red, blue) }', 'color-mix()'],
  ['a { text-wrap: balance }', 'text-wrap'],
])('finds styles that the supported browsers lack in %s', (css, feature) => {
  expect(styles(css)).toEqual([feature])
})

test('accepts styles that the supported browsers have', () => {
  expect(styles('@media (width >= 48rem) { a:is(b, c) { inset: 0; color: #ff0 } }')).toEqual([])
  expect(styles('a::before { translate: 10vw; aspect-ratio: 1; width: min(1rem, 2px) }')).toEqual(
    [],
  )
})

test.each(['docs/browsers.md', 'desk/index.html'])('%s names the supported browsers', (file) => {
  const text = readFileSync(join(import.meta.dirname, '..', '..', file), 'utf8').replaceAll(
    /\s+/g,
    ' ',
  )
  const { safari, chrome, edge, firefox } = supportedBrowsers
  expect(text).toContain(
    `Safari ${safari}, Chrome ${chrome}, Edge ${edge}, Firefox ${firefox} or a newer one`,
  )
})
