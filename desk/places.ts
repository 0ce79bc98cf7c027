import type { IconName } from './ui/icon.tsx'

export interface Place {
  name: string
  to: string
  icon: IconName
  /** The key after G. */
  key: string
  /** A line about it in the list of a phone. */
  about: string
  isForPackers?: boolean
  /** Stands in the bar of five on a phone. */
  isInBar?: boolean
}

/** Where the desk has screens, in the order of the rail. */
export const places: readonly Place[] = [
  {
    name: 'Today',
    to: '/',
    icon: 'today',
    key: 'T',
    about: 'What needs doing now',
    isForPackers: true,
    isInBar: true,
  },
  {
    name: 'Products',
    to: '/products',
    icon: 'jar',
    key: 'R',
    about: 'Stock, prices, labels and photos',
    isInBar: true,
  },
  {
    name: 'Team',
    to: '/team',
    icon: 'key',
    key: 'K',
    about: 'Who works here, and where you are signed in',
  },
]
