import * as v from 'valibot'
import { type Day, isDay, longDay } from './dates.ts'

/** The most characters of each field; the database has the same limits. */
export const maxLengths = {
  bar: 140,
  holiday: 140,
  name: 60,
  saying: 160,
  question: 160,
  answer: 4000,
  month: 40,
  contents: 2400,
}

const requiredText = (label: string, max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, `${label}, please.`),
    v.maxLength(max, `There is room for ${max.toLocaleString('en-GB')} characters.`),
  )
const day = v.pipe(
  v.string(),
  v.check((text) => isDay(text), 'Which day?'),
)
const anyDay = v.pipe(
  v.string(),
  v.check((text) => text === '' || isDay(text), 'There is no such day.'),
)

/**
 * The schema of the announcement bar above every page. An empty `from` means from now on, an empty `until` no end, and an empty
 * `link` no link.
 */
export const announcementBarInputSchema = v.pipe(
  v.object({
    words: requiredText('A few words', maxLengths.bar),
    link: v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^(?:\/(?:[A-Za-z0-9][\w/?=&#.-]*)?)?$/, 'A page of the shop, such as /shop.'),
      v.maxLength(200),
    ),
    from: anyDay,
    until: anyDay,
  }),
  v.forward(
    v.partialCheck(
      [['from'], ['until']],
      ({ from, until }) => from === '' || until === '' || from <= until,
      'The last day is before the first.',
    ),
    ['until'],
  ),
)
export type AnnouncementBarInput = v.InferOutput<typeof announcementBarInputSchema>

export const holidayInputSchema = v.pipe(
  v.object({
    from: day,
    until: day,
    sendsOn: day,
    words: v.pipe(v.string(), v.trim(), v.maxLength(maxLengths.holiday)),
  }),
  v.forward(
    v.partialCheck(
      [['from'], ['until']],
      ({ from, until }) => from <= until,
      'The last day is before the first.',
    ),
    ['until'],
  ),
  v.forward(
    v.partialCheck(
      [['until'], ['sendsOn']],
      ({ until, sendsOn }) => until < sendsOn,
      'Sending has to start again after the last day.',
    ),
    ['sendsOn'],
  ),
)
export type HolidayInput = v.InferOutput<typeof holidayInputSchema>

export const testimonialInputSchema = v.object({
  words: requiredText('What they said', maxLengths.saying),
  author: requiredText('Who said it', maxLengths.name),
  location: requiredText('Where they are', maxLengths.name),
  isSample: v.boolean(),
})
export type TestimonialInput = v.InferOutput<typeof testimonialInputSchema>

/**
 * The schema of the desk's form for the contents of the latest subscription box that was sent ("Last boxes"): one item per line of
 * `contents`. An empty `contents` hides the section on the website.
 */
export const lastBoxInputSchema = v.pipe(
  v.object({
    month: v.pipe(v.string(), v.trim(), v.maxLength(maxLengths.month)),
    contents: v.pipe(v.string(), v.trim(), v.maxLength(maxLengths.contents)),
  }),
  v.forward(
    v.partialCheck(
      [['month'], ['contents']],
      ({ month, contents }) => month !== '' || contents === '',
      'Which month?',
    ),
    ['month'],
  ),
)
export type LastBoxInput = v.InferOutput<typeof lastBoxInputSchema>

export const faqInputSchema = v.object({
  question: requiredText('A question', maxLengths.question),
  answer: v.pipe(
    requiredText('An answer', maxLengths.answer),
    v.check(
      (text) => !/[{}]/.test(text.replaceAll(/\{(?:delivery|diets|email)\}/g, '')),
      'The facts in braces are {delivery}, {diets} and {email}.',
    ),
  ),
})
export type FaqInput = v.InferOutput<typeof faqInputSchema>

/** Returns a short id for the URL of a question, such as 'do-you-wrap-gifts', that is not in `taken`. */
export function createFaqId(question: string, taken: readonly string[]): string {
  const slug = question
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/['’]|\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replaceAll(/^-|-$/g, '')
  const base = slug || 'question'
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? base : `${base}-${count}`
    if (!taken.includes(id)) return id
  }
}

/** Describes the days on which a bar or a holiday is shown, in London; '' means no first or no last day. */
export function getScheduleText({ from, until }: { from: Day; until: Day }, today: Day): string {
  if (from !== '' && today < from) return `Waits until ${longDay(from)}.`
  if (until !== '' && today > until) return `Over since ${longDay(until)}.`
  return until === '' ? 'Shows until it is switched off.' : `Shows until ${longDay(until)}.`
}

/**
 * Returns the message after a bar or a holiday is switched on: `shown` if it is shown today, else the days on which it is shown.
 */
export function getActivationText(
  shown: string,
  days: { from: Day; until: Day },
  today: Day,
): string {
  const isShown = days.from <= today && (days.until === '' || today <= days.until)
  return isShown ? shown : `It is on. ${getScheduleText(days, today)}`
}
