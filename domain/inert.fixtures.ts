import fc from 'fast-check'
import { expect } from 'vitest'

/** Generates text with many characters and sequences that can do harm. */
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

/** Generates text that looks like an address and may be two addresses, a formula, or a header with another behind it. */
export const nastyAddress = fc.tuple(part, part).map(([one, other]) => `${one}@${other}.co`)

const formula = /^[\s=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** Fails for text that a page, a header, a line of a log or a cell of a spreadsheet would interpret. */
export function expectInert(text: string, mayBreak: boolean): void {
  // In HTML, the text has neither a part of a tag nor a scheme that runs.
  expect(text).not.toMatch(/[<>]|javascript:|vbscript:|data:text\/html/i)
  // In a header and in a log, the text is one line without characters that move the cursor or change the direction of text.
  const controls = mayBreak ? /[^\P{Cc}\n\t]/u : /\p{Cc}/u
  expect(text).not.toMatch(controls)
  expect(text).not.toMatch(/[\u2028\u2029\u202A-\u202E\u2066-\u2069]/)
  // In a cell of a spreadsheet, the text is no formula.
  expect(text).not.toMatch(formula)
}
