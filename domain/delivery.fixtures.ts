import type { DeliveryMethod } from './delivery.ts'

const rules = { automaticAbove: null, isDefault: false, isPriority: false, stripeId: null }

/** The delivery methods of a new shop. */
export const standardDelivery: DeliveryMethod = {
  ...rules,
  id: 'standard',
  name: 'Standard',
  description: 'Two to four working days',
  price: 329,
  isDefault: true,
  stripeId: 'shr_sandbox_standard',
}
export const priorityDelivery: DeliveryMethod = {
  ...rules,
  id: 'priority',
  name: 'Priority',
  description: 'One to two working days',
  price: 394,
  isPriority: true,
}
export const xlDelivery: DeliveryMethod & { automaticAbove: number } = {
  ...rules,
  id: 'xl',
  name: 'XL',
  description: '',
  price: 649,
  automaticAbove: 5,
}
