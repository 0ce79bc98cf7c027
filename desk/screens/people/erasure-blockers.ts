import { getOrderSearchPath } from '../../features/navigation/navigation.ts'
import type { Person } from '../../features/people/queries.ts'

export interface ErasureBlocker {
  title: string
  /** The text that says how to remove the blocker. */
  text: string
  to: string
}

interface About extends Pick<Person, 'email' | 'isStaff' | 'hindrances'> {
  orders: Pick<Person['orders'][number], 'number' | 'state'>[]
  boxes: Pick<Person['boxes'][number], 'began' | 'status' | 'endsAt'>[]
}

/** Returns what prevents the erasure of a person, each with a link to it. */
export function getErasureBlockers({
  email,
  isStaff,
  hindrances,
  orders,
  boxes,
}: About): ErasureBlocker[] {
  const things = {
    order_open: {
      title: 'An order to send',
      text: 'Send it, or cancel it.',
      numbers: orders
        .filter(({ state }) => state === 'to-pack' || state === 'packed')
        .map(({ number }) => number),
    },
    dispute_open: {
      title: 'A payment that a bank questions',
      text: 'Wait until the bank has decided.',
      numbers: [],
    },
    payment_open: {
      title: 'A payment that is open',
      text: 'Wait until it has come in or run out.',
      numbers: [],
    },
    box_open: {
      title: 'A box that still comes',
      text: 'Stop it.',
      numbers: boxes
        .filter(({ status, endsAt }) => status !== 'cancelled' && endsAt === null)
        .map(({ began }) => began),
    },
  }
  const found = hindrances.flatMap((one): ErasureBlocker[] => {
    const { title, text, numbers } = things[one]
    // Links to a search for the person when the blocking order is not known, because only their latest orders are loaded.
    if (numbers.length === 0) return [{ title, text, to: getOrderSearchPath(email) }]
    return numbers.map((number) => ({
      title: `${title} · ${number}`,
      text,
      to: `/orders/${number}`,
    }))
  })
  const place = { title: 'Their place at the desk', text: 'End their access.', to: '/team' }
  return isStaff ? [...found, place] : found
}
