/** In the order in which the cart offers them, prices in pence; `xl` is worked out from the quantity and never chosen. */
export const seedDeliveryMethods = [
  {
    id: 'standard',
    name: 'Standard',
    description: 'Two to four working days, on foot, nearly',
    price: 329,
  },
  { id: 'priority', name: 'Priority', description: 'One to two working days', price: 394 },
  { id: 'xl', name: 'XL', description: 'Two to four working days, carried by a bear', price: 649 },
]
