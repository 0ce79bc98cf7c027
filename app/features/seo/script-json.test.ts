import fc from 'fast-check'
import { test } from 'vitest'
import { toScriptJson } from './json-ld.tsx'

test('no text can close its script element', { tags: ['abuse-26'] }, () => {
  const attacks = fc.constantFrom('</script>', '</ScRiPt >', '<!--', '<script', '\u2028', '\u2029')
  const text = fc.tuple(fc.string(), attacks, fc.string()).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, (name) => {
      const json = toScriptJson({ name })
      return !/[<>\u2028\u2029]/.test(json) && JSON.parse(json).name === name
    }),
  )
})
