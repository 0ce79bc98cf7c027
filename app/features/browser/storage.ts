import { createListeners, type Listeners } from '../../ui/listeners.ts'
import { createKeyValueStore, type KeyValueStore } from './key-value-store.ts'
import type { persistentStorageKeys } from './persistent-keys.ts'

/** Keys that are removed at sign-out. `persistentStorageKeys` are in another module, because the first view does not need them. */
export const shopperStorageKeys = [
  'guest_cart_id',
  // The id of the account whose cart a link in an email has restored on this device; removed at the next sign-in.
  'restored_cart',
  // The id of the chosen delivery method.
  'delivery_method',
  'guest_email',
  // 'true' after a link in an email has restored a cart: the server has the email address of this guest, and this device need not
  // ask for it.
  'mailed_cart',
  // The discount code that the shopper was given or has applied. The server decides if it is valid.
  'discount_code',
  // The text in the field for a discount code while it is not applied.
  'discount_typed',
  // The recipient, the sender and the message of a gift, as entered at the cart.
  'gift_note',
  // After a session has ended without a sign-out: the account's id, the cart lines that the server has not stored, and the texts
  // and choices entered at the cart. They are restored if the same account is the next to sign in.
  'returning_cart',
  // The id of the last checkout session, and the cart lines that it was opened for.
  'checkout_session_id',
  'cart_backup',
  // Name, postal address and additional information of the account page; never sent to the server.
  'account_details',
  // In sessionStorage, as the next key: a guest has requested in this tab that all their data is erased.
  'erasing',
  // The conflicts with the avoid list that the shopper has confirmed at checkout.
  'avoid_agreed',
  // 'true' from the first sign-in of an account until the welcome dialog is shown, which is on the home page.
  'welcome_waits',
  'exit_intent_shown',
  'add_email_shown',
  'cart_email_shown',
  // 'true' after the shopper has switched off the basket sheet for this visit.
  'basket_sheet_off',
] as const

export type StorageKey = (typeof shopperStorageKeys | typeof persistentStorageKeys)[number]

export const localStore: KeyValueStore<StorageKey> = createKeyValueStore(() => window.localStorage)
export const sessionStore: KeyValueStore<StorageKey> = createKeyValueStore(
  () => window.sessionStorage,
)

/**
 * Creates listeners to changes of the storage. `emit` calls those in this tab; the `storage` event of the browser calls those in
 * other tabs. Firefox does not deliver that event to a page in the back/forward cache, so they are also called when it is restored.
 */
export function createStorageListeners(): Listeners {
  const { emit, subscribe } = createListeners()
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) emit()
  }
  return {
    emit,
    subscribe(listener) {
      // Adding the same event listener again has no effect.
      addEventListener('storage', emit)
      addEventListener('pageshow', onPageShow)
      return subscribe(listener)
    },
  }
}
