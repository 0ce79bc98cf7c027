import { isDay, longDay } from '../../../domain/dates.ts'
import { formatPence } from '../../../domain/money.ts'
import type { LogEntry } from './log-query.ts'
import { formatLoggedJar } from '../../features/packing/logged-jar.ts'

/** Formats a value of a change; returns '' when it is too long for a line. */
export function formatLogValue(what: string, value: unknown): string {
  if (typeof value === 'number')
    return /price|amount|total|quoted|left|pence/i.test(what) ? formatPence(value) : String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : ''
}

const changeOf = ({ changes }: LogEntry, what: string) => changes.find((one) => one.what === what)

function moved(entry: LogEntry, what: string, none: string): [from: string, to: string] {
  const { from, to } = changeOf(entry, what) ?? {}
  const text = (value: unknown) => (value == null ? none : formatLogValue(what, value))
  return [text(from), text(to)]
}

/** Returns the subject of an entry for use in a sentence. */
export function formatLogSubject({ subject, name }: Pick<LogEntry, 'subject' | 'name'>): string {
  const [kind = '', id = ''] = subject.split(/:(.*)/s)
  if (name !== null) return name
  if (kind === 'order' || kind === 'code') return `${kind} ${id}`
  if (kind === 'enquiry') return `enquiry ${id}`
  if (kind === 'product') return 'a product that is gone'
  if (kind === 'person') return 'somebody'
  const words = kind.replaceAll(/[_-]/g, ' ')
  return /^[0-9a-f-]{12,36}$|^$/.test(id) ? words : `${words} ${id.replaceAll(/[_-]/g, ' ')}`
}

const orders = ({ count }: LogEntry) => (count === 1 ? '1 order' : `${count ?? 'some'} orders`)
const people = (entry: LogEntry) => {
  const count = changeOf(entry, 'people')?.to ?? changeOf(entry, 'people')?.from
  return count === 1 ? '1 person' : `${String(count ?? 'some')} people`
}
/** Returns the value of a field after `before`, such as ', with Royal Mail'; '' when the entry has no such value. */
const withValue = (entry: LogEntry, what: string, before: string) => {
  const value = formatLogValue(what, changeOf(entry, what)?.to)
  return value === '' ? '' : `${before}${value}`
}

/**
 * Returns the label of a change of a subscription. It says that the change was only requested when the payment provider has not
 * confirmed it.
 */
const ofBox = (entry: LogEntry, deed: string): string =>
  changeOf(entry, 'isDone')?.to === false
    ? `${deed}: asked for, and the payment provider did not say yes`
    : deed

const quoted = ({ name }: LogEntry, none: string) => (name === null ? none : `“${name}”`)

const testimonialOf = ({ name }: LogEntry): string =>
  name === null ? 'a testimonial' : `the testimonial of ${name}`

const switched = (entry: LogEntry): string => {
  const isOn = changeOf(entry, 'isOn')
  if (isOn === undefined || (isOn.to === false && isOn.from !== true)) return 'changed'
  return isOn.to === true ? 'switched on' : 'switched off'
}

const dayText = (day: unknown): string =>
  typeof day === 'string' && isDay(day) ? longDay(day) : 'none'

/** Returns the name of an occurrence with the day for which it was planned: 'Thursday market of Thursday 3 December'. */
const ofOccurrence = ({ subject }: LogEntry, it: string): string =>
  `${it} of ${dayText(subject.split(':').at(-1))}`

/** The label of each action, by its name in the log: a sentence without its subject, such as 'set … from … to …'. */
const actionLabels: Record<string, (entry: LogEntry, it: string) => string> = {
  price: (entry, it) => {
    const [from, to] = moved(entry, 'price', 'Price TBA')
    return `set ${it} from ${from} to ${to}`
  },
  stock: (entry, it) => {
    const [from, to] = moved(entry, 'stock', 'not counted')
    return `set the stock of ${it} from ${from} to ${to}`
  },
  weight: (entry, it) => {
    const grams = changeOf(entry, 'weightGrams')?.to
    return `set the weight of ${it} to ${typeof grams === 'number' ? `${grams} g` : 'not known'}`
  },
  delivery_service: (entry, it) =>
    `set the postage of ${it}${withValue(entry, 'serviceCode', ' to ')}`,
  sold_out: (entry, it) =>
    changeOf(entry, 'isSoldOut')?.to === true
      ? `marked ${it} as sold out`
      : `put ${it} back from sold out`,
  publish: (entry, it) => {
    const names = entry.changes.map(({ what }) => fieldText(what))
    return names.length === 0 || names.length > 6
      ? `published ${it}`
      : `published ${it}: ${names.join(', ')}`
  },
  on_sale: (_, it) => `put ${it} on sale on its day`,
  recipe_news: (entry, it) => `wrote to ${people(entry)} about the recipe of ${it}`,
  recipe_news_undone: (entry, it) => `called back ${people(entry)}’s mail about ${it}`,
  answer_label_question: (entry, it) =>
    changeOf(entry, 'isCorrection')?.to === true
      ? `said that the former label of ${it} was wrong`
      : `said that the recipe of ${it} changed`,
  pick_list: (entry) => `made a pick list of ${orders(entry)}`,
  put_back: (_, it) => `took ${it} off the pick list`,
  pick: (entry) => `${changeOf(entry, 'isPicked')?.to === false ? 'unticked' : 'ticked'} a line`,
  pack: (entry) => `packed ${orders(entry)}`,
  unpack: (entry) => `put ${orders(entry)} back to pack`,
  choose_recipe: (entry, it) => {
    const which = formatLoggedJar(changeOf(entry, 'jar')?.to, changeOf(entry, 'since')?.to)
    return `chose ${which}${withValue(entry, 'line', ' of ')} for ${it}`
  },
  send: (entry, it) => `marked ${it} as sent${withValue(entry, 'carrier', ' with ')}`,
  undo_send: (_, it) => `undid “sent” on ${it}`,
  send_part: (entry, it) => `sent part of ${it}${withValue(entry, 'carrier', ' with ')}`,
  undo_send_part: (_, it) => `undid sending part of ${it}`,
  pay_back: (entry, it) => `paid back${withValue(entry, 'amount', ' ')} of ${it}`,
  pay_back_again: (entry, it) =>
    `asked the payment provider again to pay back${withValue(entry, 'amount', ' ')} of ${it}`,
  cancel: (entry, it) => `cancelled ${it}${withValue(entry, 'amount', ', ')}`,
  stop_box: (entry, it) =>
    ofBox(
      entry,
      changeOf(entry, 'atOnce')?.to === true
        ? `stopped the box of ${it} at once`
        : `set the box of ${it} to stop when the paid time is up`,
    ),
  skip_box: (entry, it) => ofBox(entry, `skipped one box of ${it}`),
  unskip_box: (entry, it) => ofBox(entry, `un-skipped one box of ${it}`),
  release_hold: (_, it) => `had ${it} packed in spite of its hold`,
  settle_refund: (entry, it) =>
    changeOf(entry, 'how')?.to === 'elsewhere'
      ? `paid a failed refund of ${it} another way${withValue(entry, 'amount', ', ')}`
      : `left a failed refund of ${it} as it is`,
  resend: (_, it) => `sent the mail of ${it} again`,
  undo_resend: (_, it) => `called the mail of ${it} back`,
  note: (_, it) => `wrote a note on ${it}`,
  enquiry: (entry, it) => {
    const [{ what, to } = {}] = entry.changes
    if (what === 'stage') return `moved ${it} to ${formatLogValue('stage', to)}`
    if (what === 'note') return `wrote a note on ${it}`
    if (what === 'eventOn') return `set the day of ${it} to ${dayText(to)}`
    if (what === 'followUpOn') return `set the follow-up day of ${it} to ${dayText(to)}`
    return `changed ${it}`
  },
  answer: (entry, it) => `answered ${it}${withValue(entry, 'quoted', ' with a quote of ')}`,
  unsend: (_, it) => `called back the answer to ${it}`,
  write: (_, it) => `wrote to ${it}`,
  export: (_, it) => `downloaded the data of ${it}`,
  erase: (_, it) => `erased ${it}`,
  invite: (entry, it) => `invited ${it}${withValue(entry, 'role', ' as ')}`,
  join: (entry) => `took a place at the desk${withValue(entry, 'role', ' as ')}`,
  remove: (entry, it) => {
    const name = changeOf(entry, 'name')?.from
    return `ended the access of ${typeof name === 'string' ? name : it}`
  },
  end_sessions: (_, it) => `signed ${it} out elsewhere`,
  add_date: (_, it) => `put ${it} on the calendar`,
  change_date: (_, it) => `changed ${it}`,
  remove_date: (_, it) => `took ${it} off the calendar`,
  cancel_date: (entry, it) =>
    `${changeOf(entry, 'state')?.to === 'off' ? 'left out' : 'cancelled'} ${ofOccurrence(entry, it)}`,
  move_date: (entry, it) =>
    `moved ${ofOccurrence(entry, it)} to ${dayText(changeOf(entry, 'to_day')?.to)}`,
  bring_back_date: (entry, it) => `put ${ofOccurrence(entry, it)} back as it was planned`,
  venue: (_, it) => `changed the place ${it}`,
  announcement: (entry) => `${switched(entry)} the announcement bar`,
  holiday: (entry) => `${switched(entry)} the holiday notice`,
  delivery_price: (entry) => {
    const [from, to] = moved(entry, 'price', 'nothing')
    return `set ${entry.subject.slice('delivery:'.length)} delivery from ${from} to ${to}`
  },
  last_box: (entry) =>
    `changed what was in the last ${entry.subject.slice('last_box:'.length)} box`,
  faq: (entry) => `wrote the answer to ${quoted(entry, 'a question')}`,
  faq_gone: (entry) => `took ${quoted(entry, 'a question')} away`,
  faq_moved: () => 'moved a question',
  testimonial: (entry) => `wrote ${testimonialOf(entry)}`,
  testimonial_gone: (entry) => `took ${testimonialOf(entry)} away`,
  testimonial_moved: () => 'moved a testimonial',
  add_code: (_, it) => `made the ${it}`,
  change_code: (_, it) => `changed the ${it}`,
  withdraw_code: (entry, it) =>
    changeOf(entry, 'withdrawn')?.to === false ? `let the ${it} work again` : `withdrew the ${it}`,
  try_again: (entry) => {
    const count = changeOf(entry, 'mails')?.to
    return count === 1 ? 'had a mail tried again' : `had ${String(count)} mails tried again`
  },
  open_mail: (entry) => `opened a mail${withValue(entry, 'mail', ': ').replaceAll('_', ' ')}`,
  backup: () => 'asked for a backup',
}

/** Describes an entry without its author: 'set Spice Bag Mix from £4.50 to £4.95'. */
export function getActionLabel(entry: LogEntry): string {
  const it = formatLogSubject(entry)
  const known = actionLabels[entry.action]
  if (known !== undefined) return known(entry, it)
  const said = entry.changes.flatMap((change) => changeText(change) ?? [])
  const deed = `${entry.action.replaceAll('_', ' ')} · ${it}`
  return said.length === 0 ? deed : `${deed}: ${said.join(', ')}`
}

function changeText({ what, from, to }: LogEntry['changes'][number]): string | null {
  const [before, after] = [formatLogValue(what, from), formatLogValue(what, to)]
  if (before === '' && after === '') return null
  if (before === '') return `${fieldText(what)} ${after}`
  return `${fieldText(what)} from ${before} to ${after === '' ? 'nothing' : after}`
}

/** Formats the name of a field: 'onSaleFrom' becomes 'on sale from'. */
function fieldText(what: string): string {
  return what
    .replaceAll(/[_.]+/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
}

const screens: Record<string, string> = {
  mail: '/mail',
  date: '/dates',
  venue: '/dates',
  code: '/codes',
  bar: '/words',
  holiday: '/words',
  faq: '/words',
  testimonial: '/words',
  delivery: '/words',
  last_box: '/words',
}

/** Returns the path of a subject at the desk; null when it has no screen of its own. */
export function getSubjectPath(subject: string): string | null {
  const [kind = '', id = ''] = subject.split(/:(.*)/s)
  if (kind === 'order') return `/orders/${id}`
  if (kind === 'product') return `/products/${id}`
  return screens[kind] ?? null
}
