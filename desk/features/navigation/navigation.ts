import type { Role } from '../../data/current-staff.ts'
import type { IconName } from '../../ui/icon.tsx'

export interface NavItem {
  name: string
  to: string
  icon: IconName
  /** The second key of the shortcut: the item is opened with G and then this key. */
  key: string
  /** The description in the phone's More list. */
  about: string
  /** The role that sees the item; owners alone by default. */
  isFor?: 'everybody' | 'packers'
  /** True for items in the phone's bar of five. */
  isInBar?: boolean
  /** The property of the Today query whose count is shown beside the name. */
  counts?: 'toPack' | 'toAnswer'
  /** Another path for which the item is active. */
  also?: string
}

export const isWithin = (path: string, pathname: string): boolean =>
  pathname === path || pathname.startsWith(`${path}/`)

export const isNavItemActive = ({ to, also = to }: NavItem, pathname: string): boolean =>
  isWithin(to, pathname) || isWithin(also, pathname)

/** Returns the navigation items of a role. */
export const getNavItems = (role: Role): NavItem[] =>
  navItems.filter(({ isFor = 'owners' }) => isFor === 'everybody' || isFor === `${role}s`)

/** Returns the path of the Orders screen with this search. */
export const getOrderSearchPath = (text: string): string =>
  `/orders?${new URLSearchParams({ q: text }).toString()}`

/** The navigation items, in the order of the rail. */
export const navItems: readonly NavItem[] = [
  {
    name: 'Today',
    to: '/',
    icon: 'today',
    key: 'T',
    about: 'What needs doing now',
    isFor: 'everybody',
    isInBar: true,
  },
  {
    name: 'Pack',
    to: '/pack',
    icon: 'box',
    key: 'P',
    about: 'What to send, and what was sent',
    isFor: 'everybody',
    isInBar: true,
    counts: 'toPack',
    also: '/orders',
  },
  {
    // For packers alone: owners see stock with prices, under Products.
    name: 'Stock',
    to: '/stock',
    icon: 'jar',
    key: 'S',
    about: 'How much there is of each product',
    isFor: 'packers',
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
    name: 'Enquiries',
    to: '/enquiries',
    icon: 'chat',
    key: 'E',
    about: 'Catering and consultancy',
    isInBar: true,
    counts: 'toAnswer',
  },
  {
    name: 'Dates',
    to: '/dates',
    icon: 'calendar',
    key: 'D',
    about: 'Tacos, pop-ups, markets and the brewery',
  },
  {
    name: 'Notices and words',
    to: '/words',
    icon: 'speaker',
    key: 'W',
    about: 'Announcement bar, holiday, delivery, what the pages say',
  },
  {
    name: 'People',
    to: '/people',
    icon: 'person',
    key: 'C',
    about: 'Find somebody, and honour their rights',
  },
  {
    name: 'Money',
    to: '/money',
    icon: 'pound',
    key: 'M',
    about: 'Taken, paid back, fees, and the accountant’s file',
  },
  {
    name: 'Codes',
    to: '/codes',
    icon: 'ticket',
    key: 'O',
    about: 'Money off for whoever has the word',
  },
  {
    name: 'Mail and health',
    to: '/mail',
    icon: 'mail',
    key: 'H',
    about: 'What went out, what is stuck, backups',
  },
  {
    name: 'Team',
    to: '/team',
    icon: 'key',
    key: 'K',
    about: 'Who works here, and where you are signed in',
  },
]
