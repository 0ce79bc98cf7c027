import { createListeners, type Listeners } from '../../ui/listeners.ts'
import { createStore, type KeyValueStore } from './kept-text.ts'
import type { persistentKeys } from './lasting-keys.ts'

/** Keys that are removed at sign-out; those that stay are listed apart, since no first view needs them. */
export const shopperKeys = [
  'guest_cart_id',
  // The account whose cart a link in a mail brought to this device; until somebody signs in.
  'restored_cart',
  // The id of the chosen one.
  'delivery_method',
  'guest_email',
  // 'true' once a link in a mail brought a cart here: the shop knows an address, and this device need not.
  'mailed_cart',
  // A discount code that was given or typed; whether it is good is the server's to say.
  'discount_code',
  // The text in the field for such a code that is not applied yet.
  'discount_typed',
  // To, from and a note, of a cart that is a present.
  'gift_note',
  // The account whose session ended, and the things filled in at its cart; until somebody signs in.
  'returning_cart',
  // The payment session that was opened last, and the lines it was opened for.
  'checkout_session_id',
  'cart_backup',
  // Name, address and additional info of the account page; never sent anywhere.
  'account_details',
  // A guest has asked, in this tab, to have everything erased; this and the next are kept for a browser session only.
  'erasing',
  // Products in the cart that contain what the shopper avoids and that they decided to buy.
  'avoid_agreed',
  // 'true' from an account's first sign-in until it is welcomed, which is on the home page.
  'welcome_waits',
  'exit_intent_shown',
  'add_email_shown',
  'cart_email_shown',
  // 'true' once a shopper wants no more basket sheets on this visit.
  'basket_sheet_off',
] as const

export type StorageKey = (typeof shopperKeys | typeof persistentKeys)[number]

export const localStore: KeyValueStore<StorageKey> = createStore(() => window.localStorage)
export const sessionStore: KeyValueStore<StorageKey> = createStore(() => window.sessionStorage)

/** Listeners to changes of this browser's storage: `tell` calls those of this tab, the browser those of the others. */
export function createStorageListeners(): Listeners {
  const { notify, subscribe } = createListeners()
  return {
    notify,
    subscribe(listener) {
      const end = subscribe(listener)
      addEventListener('storage', listener)
      return () => {
        removeEventListener('storage', listener)
        return end()
      }
    },
  }
}
