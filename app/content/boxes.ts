export interface BoxPair {
  id: 'bear' | 'twink'
  name: string
  text: string
  contents: readonly string[]
  boxes: readonly [SubscriptionBox, SubscriptionBox]
}

export interface SubscriptionBox {
  slug: string
  /** The name of its product, by which it is found when it has no slug. */
  name: string
  label: 'Monthly' | 'Quarterly'
  months: 1 | 3
}

/** The four boxes, in pairs. Contents are those of the specification, section 9; prices are the database's. */
export const boxPairs: readonly [BoxPair, BoxPair] = [
  {
    id: 'bear',
    name: 'Big Gay Bear Box',
    text: 'Smoky, sticky, generous round the middle.',
    contents: [
      'At least 2 of ours',
      '5 to 7 from LGBTQIA+-owned businesses',
      'A tee or something to wear, in your size',
    ],
    boxes: boxesOf('Big Gay Bear Box', 'big-gay-bear-box'),
  },
  {
    id: 'twink',
    name: 'Twink Box',
    text: 'Small, bright and slightly sharp.',
    contents: [
      'At least 1 of ours',
      '3 to 4 from LGBTQIA+-owned businesses',
      'Gone by the weekend',
    ],
    boxes: boxesOf('Twink Box', 'twink-box'),
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
