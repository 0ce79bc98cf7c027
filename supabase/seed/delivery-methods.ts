const rules = { is_default: false, is_priority: false, automatic_above: null as number | null }

/** The delivery methods of a new shop, in the order in which the cart shows them. Prices are in pence. */
export const seedDeliveryMethods = [
  {
    ...rules,
    id: 'standard',
    name: 'Standard',
    description: 'Two to four working days, on foot, nearly',
    price: 329,
    is_default: true,
  },
  {
    ...rules,
    id: 'priority',
    name: 'Priority',
    description: 'One to two working days',
    price: 394,
    is_priority: true,
  },
  {
    ...rules,
    id: 'xl',
    name: 'XL',
    description: 'Two to four working days, carried by a bear',
    price: 649,
    automatic_above: 5,
  },
]
