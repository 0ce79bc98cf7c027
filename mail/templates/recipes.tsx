import type { ReactNode } from 'react'
import { dayText } from '../../domain/day-text.ts'
import type { EmailData } from '../emails.ts'
import type { Templates } from './layout.tsx'
import { colours, smallStyle } from './styles.ts'
import { ActionButton, contactText, Panel, richText, TextRow } from './parts.tsx'
import { LabelText, formatList, formatRecipeName, listNewWarnings } from './label-text.tsx'
import {
  getLabelPreviewText,
  getLabelState,
  getLabelIntroduction,
  getLabelSubject,
  describeLabelOfOrder,
} from './label-news.tsx'

type News = EmailData['recipe_news']
type Purchase = News['orders'][number]
type Jar = Purchase['jars'][number]

/**
 * Returns true for a recipe that is neither the ordered one nor the current one. The email shows its label and allergens
 * separately.
 */
const isBetween = ({ isAsOrdered, isLatest }: Jar): boolean => !isAsOrdered && !isLatest

const filterBetween = (news: News): Jar[] =>
  news.orders.flatMap(({ jars }) => jars.filter(isBetween))

/**
 * Returns the allergens that the current recipe or one in a parcel contains and that the label at the time of the order did not
 * mention.
 */
function allNew(news: News): Pick<News, 'newAllergens' | 'newTraces'> {
  const labels = [news, ...filterBetween(news)]
  const newAllergens = [...new Set(labels.flatMap((label) => label.newAllergens))]
  const newTraces = new Set(labels.flatMap((label) => label.newTraces))
  return { newAllergens, newTraces: [...newTraces].filter((name) => !newAllergens.includes(name)) }
}

/** Returns text such as ', with mustard', which follows 'a new recipe' in the subject. */
function addition(news: News): string {
  const { newAllergens, newTraces } = allNew(news)
  if (newAllergens.length > 0) return `, with ${formatList(newAllergens)}`
  return newTraces.length > 0 ? `, which may contain ${formatList(newTraces)}` : ''
}

const isWaiting = ({ orders }: News): boolean => orders.some(({ stage }) => stage === 'waiting')

/** Returns the recipient's orders. The data of an email queued by an earlier version has no `orders`, only the number of one. */
function listPurchases({ orders, number }: News): Purchase[] {
  return orders.length > 0
    ? orders
    : [{ number, stage: 'had', isGift: false, jar: 'old', jars: [] }]
}

function purchaseWords(purchase: Purchase): ReactNode[] {
  const present =
    purchase.stage === 'waiting'
      ? richText`It’s a present, so please ask the person whom it’s for.`
      : richText`It was a present: **please tell the person who has it.**`
  return [...recipeWords(purchase), ...(purchase.isGift ? [present] : [])]
}

function recipeWords(purchase: Purchase): ReactNode[] {
  const { stage, jars } = purchase
  const state = getLabelState({ orders: [purchase] })
  const isRecipeOpen = state === 'wrong' && stage === 'waiting' && jars.length > 1
  return [
    ...(state === 'right' ? [] : [describeLabelOfOrder(purchase)]),
    ...(state === 'right' || isRecipeOpen
      ? [stage === 'waiting' ? waitingWords(purchase) : leftWords(purchase)]
      : []),
    ...jars.filter(isBetween).flatMap(betweenWords),
  ]
}

/** Returns warnings about a recipe that is neither the ordered one nor the current one. */
function betweenWords(jar: Jar): ReactNode[] {
  const name = formatRecipeName(jar)
  const { newAllergens, newTraces } = jar
  const sentence = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  return [
    ...(newAllergens.length > 0
      ? [richText`${sentence} contains: **${formatList(newAllergens)}**.`]
      : []),
    ...(newTraces.length > 0
      ? [richText`${sentence} may contain: **${formatList(newTraces)}**.`]
      : []),
  ]
}

/** Returns a paragraph about a parcel that has not left: which recipe it will contain, and how to ask for another one. */
function waitingWords({ number, jar, jars }: Purchase): ReactNode {
  const named = jars.map(formatRecipeName)
  switch (jar) {
    case 'old':
      return richText`**Your order ${number} hasn’t left yet, and will go out with the old recipe**, the one that you ordered. If you’d rather
        have the new one, something else, or your money back, answer this email before it leaves.`
    case 'new':
      return richText`**Your order ${number} hasn’t left yet, and will go out with the new recipe.** If you don’t want that, answer this
        email before it leaves: we’ll swap it for something else, or cancel it and refund you.`
    case 'other':
      return richText`**Your order ${number} hasn’t left yet, and will go out with ${named.join('')}**, which is neither the one that you
        ordered nor today’s. If you don’t want that, answer this email before it leaves: we’ll swap it for something else, or
        cancel it and refund you.`
    case 'both':
      return richText`**Your order ${number} hasn’t left yet, and will go out with some of ${named.length > 0 ? formatList(named) : 'each recipe'}.** If you don’t want that, answer
        this email before it leaves: we’ll swap it for something else, or cancel it and refund you.`
    default:
      return richText`**Your order ${number} hasn’t left yet, and you may get ${possibilityText(jars)}.** If you’d rather have the old one while
        there is some, something else, or your money back, answer this email before it leaves. The email that says your parcel is
        on its way, and the slip in it, will say which recipe you got.`
  }
}

/**
 * Returns text about the recipes other than the ordered one that a parcel may contain: 'the new recipe or the recipe of 28 November
 * 2026'.
 */
function possibilityText(jars: Jar[]): string {
  const others = jars.filter(({ isAsOrdered }) => !isAsOrdered).toReversed()
  return others.length > 0
    ? new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(others.map(formatRecipeName))
    : 'the new recipe'
}

/** Returns a paragraph about a parcel that has left: which recipe it contains, and which label is right. */
function leftWords({ number, stage, jar, jars }: Purchase): ReactNode {
  const where = stage === 'sent' ? `Order ${number} is on its way to you` : `Order ${number}`
  if (jar === 'both')
    return richText`${where}${stage === 'sent' ? ' with' : ' had'} jars of more than one recipe: go by the label on each.`
  if (jar === 'new')
    return richText`${where}${stage === 'sent' ? ' with' : ' had'} the new recipe: go by the email about that parcel, and by the
      label on it.`
  if (jar === 'other')
    return richText`${where}${stage === 'sent' ? ' with' : ' had'} ${jars.map(formatRecipeName).join('') || 'an earlier recipe'}, which is not this
      one: go by the email about that parcel, and by the label on it.`
  return stage === 'sent'
    ? richText`${where} with the old recipe, so its label and your receipt are right.`
    : richText`What you got with order ${number} is the old recipe, so its label and your receipt are still right.`
}

function newsWords(news: News): ReactNode[] {
  const { name, number, changedAt } = news
  if (changedAt === null)
    return [
      richText`It is made as it was when you bought it: the label of your order ${number} is right.`,
    ]
  const isRight = getLabelState(news) === 'right'
  return [
    ...(isRight
      ? [
          richText`The recipe of ${name} changed on **${dayText(changedAt)}**.`,
          ...listNewWarnings(news),
        ]
      : getLabelIntroduction({ ...news, changedAt })),
    ...listPurchases(news).flatMap(purchaseWords),
    ...(isWaiting(news) || !isRight
      ? []
      : [richText`If you buy it again, please read the new label first.`]),
  ]
}

function previewWords(news: News): string {
  const { changedAt } = news
  if (getLabelState(news) !== 'right') return getLabelPreviewText(news)
  const { newAllergens, newTraces } = allNew(news)
  const added = formatList([...newAllergens, ...newTraces.map((name) => `perhaps ${name}`)])
  const fact = added === '' ? '' : `It now contains: ${added}. `
  if (changedAt !== null && isWaiting(news))
    return `${fact}Your order hasn’t left yet: tell us if you’d rather not have the new recipe.`
  return `${fact}What has left our kitchen keeps its label.`
}

const hasOldRecipe = (news: News): boolean =>
  news.changedAt !== null && getLabelState(news) === 'right'

function subjectText(news: News): string {
  if (getLabelState(news) !== 'right') return getLabelSubject(news)
  return `${news.name} ${
    news.changedAt === null ? 'is back to its old recipe' : `has a new recipe${addition(news)}`
  }`
}

export const recipeEmails = {
  /**
   * Sent to buyers of an earlier recipe after a change, and as a correction to recipients of such an email. For each order it names
   * the recipe in the parcel.
   */
  recipe_news: {
    subject: (news) => `${news.corrects === null ? '' : 'A correction: '}${subjectText(news)}`,
    preview: previewWords,
    why: (news) =>
      `You get this because you bought ${hasOldRecipe(news) ? 'the old one' : 'it'} with order ${news.number}.`,
    title: (news) => {
      const state = getLabelState(news)
      if (state === 'wrong') return `The label of ${news.name} was wrong.`
      if (state === 'unconfirmed') return `${news.name} has a new label.`
      return news.changedAt === null ? `${news.name} is as it was.` : `${news.name} has changed.`
    },
    lead: (news) => [
      ...(news.corrects === null
        ? []
        : [
            richText`What we told you about ${news.name} on **${dayText(news.corrects)}** is no longer right.`,
          ]),
      ...newsWords(news),
    ],
    rows: ({ slug, changedAt, orders, ...label }) => (
      <>
        <Panel title={labelTitle(changedAt, orders)} colour={colours.butter}>
          <LabelText {...label} />
        </Panel>
        <OtherJars orders={orders} />
        <ActionButton to={`/shop/product/${slug}`} label="See the label" />
        <TextRow padding="0 32px 28px" look={smallStyle}>
          {contactText}
        </TextRow>
      </>
    ),
  },
} satisfies Templates

function labelTitle(changedAt: News['changedAt'], orders: Purchase[]): string {
  if (changedAt === null) return 'The label'
  return orders.some(({ jars }) => jars.some((jar) => jar.isWrong && jar.isLatest))
    ? 'The right label'
    : 'The new label'
}

/**
 * Shows the labels of recipes other than the current one that are or may be in the recipient's parcels. Leaves out those that may be
 * wrong.
 */
function OtherJars({ orders }: Pick<News, 'orders'>) {
  const jars = orders.flatMap(({ jars }) =>
    jars.filter(({ isLatest, unconfirmed }) => !isLatest && unconfirmed === null),
  )
  const labels = new Map(
    jars.map((jar) => [`${formatRecipeName(jar)}:${jar.ingredients}:${jar.allergens}`, jar]),
  )
  return [...labels].map(([key, jar]) => (
    <Panel key={key} title={`The label of ${formatRecipeName(jar)}`} colour={colours.skim}>
      <LabelText {...jar} />
    </Panel>
  ))
}
