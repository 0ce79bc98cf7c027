import { createListeners } from '../../ui/listeners.ts'

/** Fires when the server's cart of the signed-in account may have changed, on this device or another one. */
export const cartListeners = createListeners()
/** Fires when one of the account's orders may have changed. */
export const orderListeners = createListeners()
