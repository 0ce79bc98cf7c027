import fc from 'fast-check'
import { expect } from 'vitest'

/** Text with more than its share of what does harm. */
export const nasty = fc
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

/** What looks like an address and may be two of them, a formula, or a header with another one behind it. */
export const nastyAddress = fc.tuple(part, part).map(([one, other]) => `${one}@${other}.co`)

const formula = /^[\s=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** Fails for text that a page, a header, a line of a log or a cell of a spreadsheet would act on. */
export function expectInert(text: string, mayBreak: boolean): void {
  // In HTML: neither a tag nor the end of one, nor a scheme that runs.
  expect(text).not.toMatch(/[<>]|javascript:|vbscript:|data:text\/html/i)
  // In a header and in a log line: one line, and nothing that moves the cursor or turns the direction.
  const controls = mayBreak ? /[^\P{Cc}\n\t]/u : /\p{Cc}/u
  expect(text).not.toMatch(controls)
  expect(text).not.toMatch(/[\u2028\u2029\u202A-\u202E\u2066-\u2069]/)
  // In a cell of a spreadsheet: words.
  expect(text).not.toMatch(formula)
}
