import type { ReactNode } from 'react'
import { dayText } from '../../domain/day-text.ts'
import type { EmailData } from '../emails.ts'
import { formatWarnings, formatList } from './label-text.tsx'
import { richText } from './parts.tsx'

type News = EmailData['recipe_news']
type Purchase = News['orders'][number]

/**
 * Returns what is known of the labels that the recipient has: that one was wrong, that nobody has said yet whether one was wrong or
 * the recipe changed (`unconfirmed`), or that they are right.
 */
export function getLabelState({ orders }: Pick<News, 'orders'>): 'wrong' | 'unconfirmed' | 'right' {
  const jars = orders.flatMap((purchase) => purchase.jars)
  if (jars.some(({ isWrong }) => isWrong)) return 'wrong'
  return jars.some(({ unconfirmed }) => unconfirmed !== null) ? 'unconfirmed' : 'right'
}

/** Returns the allergens that the wrong labels of these orders did not name. */
function listMissing(orders: Purchase[]): Pick<News, 'newAllergens' | 'newTraces'> {
  const wrong = orders.flatMap(({ jars }) => jars.filter(({ isWrong }) => isWrong))
  const newAllergens = [...new Set(wrong.flatMap((jar) => jar.newAllergens))]
  const newTraces = new Set(wrong.flatMap((jar) => jar.newTraces))
  return { newAllergens, newTraces: [...newTraces].filter((name) => !newAllergens.includes(name)) }
}

/** Returns the allergens that somebody who has one of these orders may avoid: 'peanuts and lupin'. */
function avoidedText(orders: Purchase[]): string {
  const { newAllergens, newTraces } = listMissing(orders)
  const unconfirmed = orders.flatMap(({ jars }) => jars.flatMap((jar) => jar.unconfirmed ?? []))
  const names = [...new Set([...newAllergens, ...newTraces, ...unconfirmed])]
  return names.length > 0 ? formatList(names) : 'any of the 14 allergens'
}

/** Returns the subject of an email whose recipient has a label that was wrong, or may be. */
export function getLabelSubject(news: News): string {
  if (getLabelState(news) === 'wrong') {
    const missing = formatWarnings(listMissing(news.orders))
    return `The label of ${news.name} was wrong${missing && `: it ${missing}`}`
  }
  const added = formatWarnings(news)
  return `${news.name} has a new label${added && `: it ${added}`}`
}

/** Returns the text that mail programs show beside the subject. */
export function getLabelPreviewText(news: News): string {
  const avoided = avoidedText(news.orders)
  return getLabelState(news) === 'wrong'
    ? `If you avoid ${avoided}, please don’t eat it. Answer this email and we’ll refund you.`
    : `If you avoid ${avoided}, please ask us before you eat what you have.`
}

/** Returns the paragraphs before those about each order. */
export function getLabelIntroduction(news: News & { changedAt: string }): ReactNode[] {
  const { name, changedAt, orders } = news
  if (getLabelState(news) === 'wrong') {
    const missing = formatWarnings(listMissing(orders))
    const hasChanged = orders.some(({ jars }) => jars.some((jar) => jar.isWrong && !jar.isLatest))
    return [
      missing === ''
        ? richText`Please read the right one of ${name} below. We’re sorry.`
        : richText`${name} **${missing}**, and its label didn’t say so. We’re sorry.`,
      ...(hasChanged ? [richText`Its recipe has changed since, too.`] : []),
    ]
  }
  const added = formatWarnings(news)
  return [
    added === ''
      ? richText`The label of ${name} changed on **${dayText(changedAt)}**. Please read the new one below.`
      : richText`The label of ${name} changed on **${dayText(changedAt)}**. It now says that it **${added}**.`,
  ]
}

/** Returns a paragraph about an order whose label was wrong, or may be. */
export function describeLabelOfOrder(purchase: Purchase): ReactNode {
  const { number, stage } = purchase
  const state = getLabelState({ orders: [purchase] })
  const avoided = avoidedText([purchase])
  if (stage === 'waiting')
    return state === 'wrong'
      ? richText`**Your order ${number} hasn’t left yet, and will go out with the right label.** If you don’t want it, answer this email
          before it leaves: we’ll swap it for something else, or cancel it and refund you.`
      : richText`**Your order ${number} hasn’t left yet.** The email that says your parcel is on its way, and the slip in it, will say what
          you got. If you avoid ${avoided}, answer this email before it leaves: we’ll swap it for something else, or cancel it and
          refund you.`
  if (state === 'wrong')
    return richText`${stage === 'sent' ? `Order ${number} is on its way to you with the wrong label` : `What you got with order ${number} has the wrong label`},
      and your receipt is wrong, too. **If you avoid ${avoided}, please don’t eat it.** Answer this email and we’ll refund you.`
  return richText`We can’t say yet whether that’s true of ${stage === 'sent' ? `what’s on its way to you with order ${number}` : `what you got with order ${number}`},
    too. **If you avoid ${avoided}, please don’t eat it before you’ve asked us.** Answer this email, and we’ll tell you more or
    refund you.`
}
