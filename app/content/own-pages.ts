import { paths } from '../core/paths.ts'
import type { Page } from './pages.ts'

/** Pages with a visitor's own data. They are hidden from search engines but found by the shop's own search. */
export const privatePages: readonly Pick<Page, 'path' | 'search'>[] = [
  {
    path: paths.cart,
    search: {
      title: 'Cart',
      description: 'What is in your cart, and what delivery costs.',
      words: 'basket bag checkout pay payment discount voucher code gift note',
    },
  },
  {
    path: paths.accountSettings,
    search: {
      title: 'Account',
      description: 'Your orders and your boxes.',
      words: 'login sign password orders tracking subscription skip cancel details',
    },
  },
  {
    path: paths.yourData,
    search: {
      title: 'Your data',
      description: 'See, download or delete what we hold about you.',
      words: 'GDPR delete download privacy',
    },
  },
]
