import fc from 'fast-check'
import { expect } from 'vitest'

/** Generates text from characters and sequences that are dangerous in HTML, headers, logs and spreadsheets. */
export const hostileText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 4 }),
      fc.constantFrom(
        '<',
        '>',
        '<script>',
        '</script',
        '<!--',
        '&lt;',
        '"',
        "'",
        '`',
        '&',
        '\\',
        '\r\n',
        '\n',
        '\r',
        '\t',
        '\0',
        '\u2028',
        '\u2029',
        '\u0085',
        '\u001b[31m',
        '\u202e',
        '=',
        '+',
        '-',
        '@',
        '＝',
        '＠',
        ' ',
        "=cmd|' /C calc'!A0",
        '=HYPERLINK("x")',
        ',',
        'javascript:',
        'java',
        'script:',
        'data:text/html',
        'vbscript:',
        'Bcc: x@y.zz',
      ),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''))

const part = fc.stringMatching(/^[\w.,:()[\]=+@\-"'<>;\\ \r\n\t\u202e\u200b!|é]{1,12}$/)

/** Generates text that resembles an email address, and may contain a second address, a formula or another header. */
export const hostileEmailAddress = fc.tuple(part, part).map(([one, other]) => `${one}@${other}.co`)

const formula = /^[\s=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** Fails for text that HTML, a header, a log line or a spreadsheet cell would interpret. */
export function expectInert(text: string, allowsLineBreaks: boolean): void {
  // HTML: no part of a tag and no scheme that executes.
  expect(text).not.toMatch(/[<>]|javascript:|vbscript:|data:text\/html/i)
  // Headers and logs: no control characters and no characters that change the direction of text; line breaks only if allowed.
  const controls = allowsLineBreaks ? /[^\P{Cc}\n\t]/u : /\p{Cc}/u
  expect(text).not.toMatch(controls)
  expect(text).not.toMatch(/[\u2028\u2029\u202A-\u202E\u2066-\u2069]/)
  // Spreadsheets: no start of a formula.
  expect(text).not.toMatch(formula)
}
