import { type BoxKind, boxKinds } from '../../domain/boxes.ts'

export interface BoxPair {
  id: BoxKind
  name: string
  text: string
  contents: readonly string[]
  boxes: readonly [SubscriptionBox, SubscriptionBox]
}

export interface SubscriptionBox {
  slug: string
  /** The product's name, by which a row without a slug is found. */
  name: string
  label: 'Monthly' | 'Quarterly'
  months: 1 | 3
}

/** The four subscription boxes, in pairs. Their contents are from the specification, section 9; prices are in the database. */
export const boxPairs: readonly [BoxPair, BoxPair] = [
  {
    id: 'bear',
    name: boxKinds.bear,
    text: 'Smoky, sticky, generous round the middle.',
    contents: [
      'At least 2 of ours',
      '5 to 7 from LGBTQIA+-owned businesses',
      'A tee or something to wear, in your size',
    ],
    boxes: boxesOf(boxKinds.bear, 'big-gay-bear-box'),
  },
  {
    id: 'twink',
    name: boxKinds.twink,
    text: 'Small, bright and slightly sharp.',
    contents: [
      'At least 1 of ours',
      '3 to 4 from LGBTQIA+-owned businesses',
      'Gone by the weekend',
    ],
    boxes: boxesOf(boxKinds.twink, 'twink-box'),
  },
]

function boxesOf(name: string, slug: string): [SubscriptionBox, SubscriptionBox] {
  const box = (label: SubscriptionBox['label'], months: SubscriptionBox['months']) => ({
    slug: `${slug}-${label.toLowerCase()}-subscription`,
    name: `${name}, ${label}`,
    label,
    months,
  })
  return [box('Monthly', 1), box('Quarterly', 3)]
}

export const boxNames = `The ${boxPairs.map(({ name }) => name).join(' and the ')}`
