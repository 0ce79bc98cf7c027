/** Days after delivery in which a customer may cancel (Consumer Contracts Regulations 2013, reg. 30). */
export const cancellationDays = 14

interface Trader {
  legalName: string
  registeredOffice: string
  email: string
}

/** Returns the lines of the model cancellation form (Consumer Contracts Regulations 2013, schedule 3, part B). */
export function formatCancellationForm(trader: Trader, order: number | null): string[] {
  const number = order === null ? '' : ` (order ${order})`
  return [
    `To ${trader.legalName}, ${trader.registeredOffice}, ${trader.email}:`,
    'I/We* hereby give notice that I/we* cancel my/our* contract of sale of the following goods*:',
    `Ordered on*/received on*:${number}`,
    'Name of consumer(s):',
    'Address of consumer(s):',
    'Signature of consumer(s) (only if this form is notified on paper):',
    'Date:',
    '* Delete as appropriate.',
  ]
}
