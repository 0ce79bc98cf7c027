/** What happens with a card of the sandbox. */
export type CardOutcome =
  | { kind: 'pays' }
  /** At the till, but not for the later boxes of a subscription. */
  | { kind: 'pays once' }
  | { kind: 'pays later' }
  | { kind: 'fails later' }
  | { kind: 'declined'; code: string; message: string }

export interface SandboxCard {
  number: string
  words: string
  outcome: CardOutcome
}

/** The provider's own test numbers, as far as they mean something here. */
export const cards: SandboxCard[] = [
  { number: '4242 4242 4242 4242', words: 'pays at once', outcome: { kind: 'pays' } },
  {
    number: '4000 0000 0000 0341',
    words: 'pays at once, and is declined for later boxes',
    outcome: { kind: 'pays once' },
  },
  {
    number: '4000 0000 0000 0002',
    words: 'is declined',
    outcome: { kind: 'declined', code: 'card_declined', message: 'Your card was declined.' },
  },
  {
    number: '4000 0000 0000 9995',
    words: 'is declined for lack of funds',
    outcome: {
      kind: 'declined',
      code: 'card_declined',
      message: 'Your card has insufficient funds.',
    },
  },
  {
    number: '4000 0000 0000 7726',
    words: 'settles later, and pays',
    outcome: { kind: 'pays later' },
  },
  {
    number: '4000 0000 0000 5126',
    words: 'settles later, and fails',
    outcome: { kind: 'fails later' },
  },
]

/** The outcome for a typed number; spaces do not matter. */
export function outcomeOf(typed: string): CardOutcome {
  const digits = typed.replace(/[\s-]/g, '')
  const known = cards.find((card) => card.number.replaceAll(' ', '') === digits)
  if (known !== undefined) return known.outcome
  return hasCheckDigit(digits)
    ? {
        kind: 'declined',
        code: 'card_declined',
        message: 'The sandbox takes only its own card numbers. They are listed below.',
      }
    : { kind: 'declined', code: 'incorrect_number', message: 'Your card number is incorrect.' }
}

/** The Luhn sum of 12 to 19 digits. */
function hasCheckDigit(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
