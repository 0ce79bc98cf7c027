import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  announcementBarInputSchema,
  createFaqId,
  faqInputSchema,
  holidayInputSchema,
  getScheduleText,
  getActivationText,
} from './site-content-schema.ts'

function faults(schema: v.GenericSchema, value: object): string[] {
  const outcome = v.safeParse(schema, value)
  return outcome.success
    ? []
    : outcome.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
}
const bar = { words: 'Closed', link: '', from: '', until: '' }
const holiday = { from: '2026-12-24', until: '2027-01-02', sendsOn: '2027-01-04', words: '' }

test.each([
  [{}, []],
  [{ link: '/shop?filter=vegan', from: '2026-12-24', until: '2026-12-24' }, []],
  [{ words: ' ' }, ['words: A few words, please.']],
  [{ words: 'x'.repeat(141) }, ['words: There is room for 140 characters.']],
  [{ link: '//evil.example' }, ['link: A page of the shop, such as /shop.']],
  [{ link: 'shop' }, ['link: A page of the shop, such as /shop.']],
  [{ from: '2027-02-31' }, ['from: There is no such day.']],
  [{ from: '2026-12-24', until: '2026-12-23' }, ['until: The last day is before the first.']],
])('the form of a bar with %o has the faults %j', (change, messages) => {
  expect(faults(announcementBarInputSchema, { ...bar, ...change })).toEqual(messages)
})

test.each([
  [{}, []],
  [{ from: '' }, ['from: Which day?']],
  [{ until: '2026-12-01' }, ['until: The last day is before the first.']],
  [{ sendsOn: '2027-01-02' }, ['sendsOn: Sending has to start again after the last day.']],
])('the form of a holiday with %o has the faults %j', (change, messages) => {
  expect(faults(holidayInputSchema, { ...holiday, ...change })).toEqual(messages)
})

test('an answer of the FAQ may contain only the facts delivery, diets and email', () => {
  const answer = (text: string) => faults(faqInputSchema, { question: 'Why?', answer: text })
  expect(answer('{delivery} {diets} {email}')).toEqual([])
  expect(answer('{price}')).toEqual([
    'answer: The facts in braces are {delivery}, {diets} and {email}.',
  ])
})

test('a question of the FAQ gets a unique slug', () => {
  expect(createFaqId('Don’t you wrap gifts, café?', [])).toBe('dont-you-wrap-gifts-cafe')
  expect(createFaqId('Gifts?', ['gifts', 'gifts-2'])).toBe('gifts-3')
  expect(createFaqId('؟', [])).toBe('question')
})

test.each([
  ['', '', 'Shows until it is switched off.'],
  ['2026-11-24', '', 'Waits until Tuesday 24 November.'],
  ['', '2026-11-23', 'Shows until Monday 23 November.'],
  ['', '2026-11-22', 'Over since Sunday 22 November.'],
])('a schedule from %j until %j reads: %s', (from, until, text) => {
  expect(getScheduleText({ from, until }, '2026-11-23')).toBe(text)
})

test.each([
  ['', '', 'It is up.'],
  ['2026-11-23', '2026-11-23', 'It is up.'],
  ['2026-12-24', '2027-01-03', 'It is on. Waits until Thursday 24 December.'],
  ['', '2026-11-22', 'It is on. Over since Sunday 22 November.'],
])('a notice that is switched on from %j until %j reads: %s', (from, until, text) => {
  expect(getActivationText('It is up.', { from, until }, '2026-11-23')).toBe(text)
})
