import type { ReactNode } from 'react'
import { labelParts } from '../../domain/mark-allergens.ts'
import { dayText } from '../../domain/day-text.ts'
import type { EmailData } from '../emails.ts'
import type { Templates } from './layout.tsx'
import { colours, smallStyle } from './look.ts'
import { ActionButton, contactText, Paragraph, Panel, richText, TextRow } from './parts.tsx'

type News = EmailData['recipe_news']
type PackedRecipe = EmailData['order_sent']['recipes'][number] & { isOpen?: boolean }
type Label = Pick<News, 'newAllergens' | 'newTraces' | 'ingredients' | 'allergens'>

const listed = (words: string[]): string => new Intl.ListFormat('en-GB').format(words)

function labelled(text: string): ReactNode {
  return labelParts(text).map(({ text: words, strong }, index) =>
    strong ? <strong key={index}>{words}</strong> : words,
  )
}

function LabelWords({ ingredients, allergens }: Label) {
  return (
    <>
      {ingredients && (
        <Paragraph margin="0 0 12px">{labelled(`Ingredients: ${ingredients}.`)}</Paragraph>
      )}
      {allergens && <Paragraph>{labelled(allergens)}</Paragraph>}
    </>
  )
}

type Purchase = News['orders'][number]
type Jar = Purchase['jars'][number]

/**
 * Returns true for a recipe that is neither the ordered one nor the current one. The email shows its label and allergens
 * separately.
 */
const isBetween = ({ isAsOrdered, isLatest }: Jar): boolean => !isAsOrdered && !isLatest

/** Returns the name of a recipe, such as 'the recipe of 28 November 2026' or 'the new recipe'. */
function recipeName(jar: Pick<Jar, 'isAsOrdered' | 'isLatest'> & { since: string | null }): string {
  if (jar.isAsOrdered) return 'the recipe that you ordered'
  return jar.isLatest || jar.since === null
    ? 'the new recipe'
    : `the recipe of ${dayText(jar.since)}`
}

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

const warnings = ({ newAllergens, newTraces }: Label): ReactNode[] => [
  ...(newAllergens.length > 0 ? [richText`It now contains: **${listed(newAllergens)}**.`] : []),
  ...(newTraces.length > 0 ? [richText`It may now contain: **${listed(newTraces)}**.`] : []),
]

/** Returns warnings about a recipe that is no longer made. Unlike `warnings`, they do not say "now". */
const formerWarnings = ({ newAllergens, newTraces }: Label): ReactNode[] => [
  ...(newAllergens.length > 0 ? [richText`It contains: **${listed(newAllergens)}**.`] : []),
  ...(newTraces.length > 0 ? [richText`It may contain: **${listed(newTraces)}**.`] : []),
]

/** Returns text such as ', with mustard', which follows 'a new recipe' in the subject. */
function addition(news: News): string {
  const { newAllergens, newTraces } = allNew(news)
  if (newAllergens.length > 0) return `, with ${listed(newAllergens)}`
  return newTraces.length > 0 ? `, which may contain ${listed(newTraces)}` : ''
}

const isWaiting = ({ orders }: News): boolean => orders.some(({ stage }) => stage === 'waiting')

/** Returns the recipient's orders. The data of an email queued by an earlier version has no `orders`, only the number of one. */
function listPurchases({ orders, number }: News): Purchase[] {
  return orders.length > 0 ? orders : [{ number, stage: 'had', jar: 'old', jars: [] }]
}

function purchaseWords(purchase: Purchase): ReactNode[] {
  return [
    purchase.stage === 'waiting' ? waitingWords(purchase) : leftWords(purchase),
    ...purchase.jars.filter(isBetween).flatMap(betweenWords),
  ]
}

/** Returns warnings about a recipe that is neither the ordered one nor the current one. */
function betweenWords(jar: Jar): ReactNode[] {
  const name = recipeName(jar)
  const { newAllergens, newTraces } = jar
  const sentence = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  return [
    ...(newAllergens.length > 0
      ? [richText`${sentence} contains: **${listed(newAllergens)}**.`]
      : []),
    ...(newTraces.length > 0 ? [richText`${sentence} may contain: **${listed(newTraces)}**.`] : []),
  ]
}

/** Returns a paragraph about a parcel that has not left: which recipe it will contain, and how to ask for another one. */
function waitingWords({ number, jar, jars }: Purchase): ReactNode {
  const named = jars.map(recipeName)
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
      return richText`**Your order ${number} hasn’t left yet, and will go out with some of ${named.length > 0 ? listed(named) : 'each recipe'}.** If you don’t want that, answer
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
    ? new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(others.map(recipeName))
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
    return richText`${where}${stage === 'sent' ? ' with' : ' had'} ${jars.map(recipeName).join('') || 'an earlier recipe'}, which is not this
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
  return [
    richText`The recipe of ${name} changed on **${dayText(changedAt)}**.`,
    ...warnings(news),
    ...listPurchases(news).flatMap(purchaseWords),
    ...(isWaiting(news) ? [] : [richText`If you buy it again, please read the new label first.`]),
  ]
}

function previewWords(news: News): string {
  const { changedAt } = news
  const { newAllergens, newTraces } = allNew(news)
  const added = listed([...newAllergens, ...newTraces.map((name) => `perhaps ${name}`)])
  const fact = added === '' ? '' : `It now contains: ${added}. `
  if (changedAt !== null && isWaiting(news))
    return `${fact}Your order hasn’t left yet: tell us if you’d rather not have the new recipe.`
  return `${fact}What has left our kitchen keeps its label.`
}

export const recipeEmails = {
  /**
   * Sent to buyers of an earlier recipe after a change, and as a correction to recipients of such an email. For each order it names
   * the recipe in the parcel.
   */
  recipe_news: {
    subject: (news) =>
      `${news.corrects === null ? '' : 'A correction: '}${news.name} ${
        news.changedAt === null ? 'is back to its old recipe' : `has a new recipe${addition(news)}`
      }`,
    preview: previewWords,
    why: ({ number, changedAt }) =>
      `You get this because you bought ${changedAt === null ? 'it' : 'the old one'} with order ${number}.`,
    title: ({ name, changedAt }) =>
      changedAt === null ? `${name} is as it was.` : `${name} has changed.`,
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
        <Panel title={changedAt === null ? 'The label' : 'The new label'} colour={colours.butter}>
          <LabelWords {...label} />
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

/** Shows the labels of recipes other than the current one that are or may be in the recipient's parcels. */
function OtherJars({ orders }: Pick<News, 'orders'>) {
  const jars = orders.flatMap(({ jars }) => jars.filter(({ isLatest }) => !isLatest))
  const labels = new Map(
    jars.map((jar) => [`${recipeName(jar)}:${jar.ingredients}:${jar.allergens}`, jar]),
  )
  return [...labels].map(([key, jar]) => (
    <Panel key={key} title={`The label of ${recipeName(jar)}`} colour={colours.skim}>
      <LabelWords {...jar} />
    </Panel>
  ))
}

/** Shows which recipes a parcel contains, in emails about an order, for products whose recipe changed since it was placed. */
export function PackedRecipes({ recipes }: { recipes: PackedRecipe[] }) {
  const isMixed = ({ name }: PackedRecipe) => recipes.filter((one) => one.name === name).length > 1
  return recipes.map((recipe, index) => (
    <Panel
      key={index}
      title={`${recipe.name}: ${recipe.isAsOrdered ? 'the old recipe' : recipeName(recipe)}`}
      colour={recipe.isAsOrdered ? colours.skim : colours.butter}
    >
      <Paragraph margin="0 0 12px">{packedWords(recipe, isMixed(recipe))}</Paragraph>
      {!recipe.isAsOrdered &&
        (recipe.isLatest ? warnings : formerWarnings)(recipe).map((warning, at) => (
          <Paragraph key={at} margin="0 0 12px">
            {warning}
          </Paragraph>
        ))}
      <LabelWords {...recipe} />
    </Panel>
  ))
}

function packedWords(recipe: PackedRecipe, isMixed: boolean): ReactNode {
  const { name, isAsOrdered, isLatest, isOpen } = recipe
  if (isOpen)
    return richText`The recipe of ${name} has changed since you ordered it, and **you may get this one**. The slip in your parcel says which.`
  const which = isMixed ? `Some of the ${name} in this parcel` : `The ${name} in this parcel`
  if (isAsOrdered) return richText`${which} is the recipe that you ordered. It has changed since.`
  return richText`**${which} is made to ${isLatest ? 'a new recipe' : recipeName(recipe)}**, which is ${
    isLatest ? 'not the one that you ordered' : 'neither the one that you ordered nor today’s'
  }. Please read this label before you eat it. If it’s not for you, answer this email and we’ll put it right.`
}
