/** The delivery options in the order of the cart, with prices in pence. `xl` depends on the quantity and is never chosen. */
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
