/**
 * The behaviour of a test card. With 'pays once', renewals of a subscription are declined; with 'confirms later', the customer must
 * confirm them.
 */
type CardBehaviour =
  | 'pays'
  | 'pays once'
  | 'confirms later'
  | 'pays later'
  | 'fails later'
  | 'disputed'
export type CardOutcome = { kind: CardBehaviour } | { kind: 'declined'; message: string }

const createDecline = (message: string): CardOutcome => ({ kind: 'declined', message })

export const testCards: [number: string, words: string, outcome: CardOutcome][] = [
  ['4242 4242 4242 4242', 'pays at once', { kind: 'pays' }],
  ['4000 0000 0000 0341', 'pays at once, and is declined for later boxes', { kind: 'pays once' }],
  [
    '4000 0027 6000 3184',
    'pays at once, and its bank asks to confirm later boxes',
    { kind: 'confirms later' },
  ],
  ['4000 0000 0000 0002', 'is declined', createDecline('Your card was declined.')],
  [
    '4000 0000 0000 9995',
    'is declined for lack of funds',
    createDecline('Your card has insufficient funds.'),
  ],
  ['4000 0000 0000 7726', 'settles later, and pays', { kind: 'pays later' }],
  ['4000 0000 0000 0259', 'pays at once, and its bank takes it back', { kind: 'disputed' }],
  ['4000 0000 0000 5126', 'settles later, and fails', { kind: 'fails later' }],
]

export function getCardOutcome(typed: string): CardOutcome {
  const digits = typed.replace(/[\s-]/g, '')
  const [, , outcome] = testCards.find(([number]) => number.replaceAll(' ', '') === digits) ?? []
  if (outcome !== undefined) return outcome
  return createDecline(
    hasCheckDigit(digits)
      ? 'The sandbox takes only its own card numbers. They are listed below.'
      : 'Your card number is incorrect.',
  )
}

function hasCheckDigit(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
