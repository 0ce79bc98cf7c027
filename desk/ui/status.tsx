import styles from './status.module.css'

/**
 * A status has a text, a shape and a colour, and none of them carries the meaning alone. Shapes are 14 x 14 with a stroke of
 * 2.
 */
const statuses = {
  'to-pack': ['To pack', 'butter', 'M2 4.5h10V12H2ZM2 4.5L4 2h6l2 2.5'],
  packed: ['Packed', 'sky', 'M1.5 1.500h11v11h-11ZM4 7l2.2 2.200L10 5'],
  'on-hold': ['On hold', 'bad', 'M4.5 2v10M9.5 2v10'],
  disputed: ['Bank questions it', 'bad', 'M7 2v6M7 11v.2'],
  'dispute-lost': ['Bank kept it', 'bad', 'M3 3l8 8M11 3l-8 8'],
  sent: ['Sent', 'mint', 'M2 7h9M7.5 3L12 7l-4.5 4'],
  'paid-back': ['Paid back', 'blush', 'M12 7H3M6.5 3L2 7l4.5 4'],
  'part-paid-back': ['Part paid back', 'blush', 'M12 7H3M6.5 3L2 7l4.5 4'],
  cancelled: ['Cancelled', 'off', 'M3 3l8 8M11 3l-8 8'],
  'payment-failed': ['Payment failed', 'bad', 'M7 2v6M7 11v.2'],
  'not-paid': ['Not paid', 'dashed', 'M2 7h10'],
  stuck: ['Stuck', 'bad', 'M7 2v6M7 11v.2'],
  priority: ['Priority', 'pink', 'M8 1L3 8h4l-1 5 5-7H7Z'],
  live: ['Live', 'none', 'M2.5 7a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0Z'],
  'sold-out': ['Sold out', 'off', 'M2 2h10v10H2ZM2 12L12 2'],
  'coming-soon': [
    'Coming soon',
    'lilac',
    'M1.5 7a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0ZM7 4v3l2 1.5',
  ],
  hidden: ['Hidden', 'dashed', 'M1.5 7q5.5-6 11 0q-5.5 6-11 0ZM2.5 2.500l9 9'],
  'label-incomplete': ['Label incomplete', 'peach', 'M7 1.500L13 12H1ZM7 5.500v2.500M7 10v.1'],
  'date-clash': ['Date clash', 'bad', 'M7 1.500L13 12H1ZM7 5.500v2.500M7 10v.1'],
  sample: ['Sample', 'butter', 'M2 2h10v10H2ZM4.5 5h5M4.5 8.500h3'],
  'price-tba': ['Price TBA', 'dashed', 'M2 7h10'],
  'no-tracking': ['No tracking', 'dashed', 'M2 7h10'],
  'tracking-in': ['Tracking in', 'mint', 'M2 7.500L5.5 11 12 3'],
  new: ['New', 'lime', 'M7 1l1.8 4L13 7l-4.2 2L7 13 5.2 9 1 7l4.2-2Z'],
  answered: ['Answered', 'sky', 'M1.5 2.500h11v7h-6l-3 3v-3h-2Z'],
  quoted: ['Quoted', 'lilac', 'M3 1.500h8v11H3ZM5.5 5h3M5.5 8h3'],
  confirmed: ['Confirmed', 'mint', 'M2 7.500L5.5 11 12 3'],
  done: ['Done', 'off', 'M3 13V1.500h8.500L9 4.500l2.5 3H3'],
  lost: ['Lost', 'off', 'M3 3l8 8M11 3l-8 8'],
  tonight: ['Tonight', 'lime', 'M8.5 1.500a5.6 5.6 0 1 0 4 8.500A5.5 5.5 0 0 1 8.5 1.500Z'],
  moved: ['Moved', 'sky', 'M2 7h9M7.5 3L12 7l-4.5 4'],
  'said-yes': ['Said yes', 'mint', 'M2 7.500L5.5 11 12 3'],
  'said-no': ['Said no', 'off', 'M3 3l8 8M11 3l-8 8'],
} as const

export type StatusName = keyof typeof statuses
const filled = new Set<StatusName>(['live', 'tonight', 'priority', 'new'])

/** `words` replaces the usual text: "2 priority, pack first". */
export function Status({ of, words }: { of: StatusName; words?: string }) {
  const [usual, tone, shape] = statuses[of]
  return (
    <span className={`${styles.status} ${styles[tone]}`}>
      <svg viewBox="0 0 14 14" aria-hidden="true">
        <path d={shape} fill={filled.has(of) ? 'currentColor' : 'none'} />
      </svg>
      {words ?? usual}
    </span>
  )
}
