import { createListeners } from '../../ui/listeners.ts'

/** Told when the server's cart of whoever is signed in may have changed, on another device or here. */
export const cartNews = createListeners()
/** Told when one of their orders may have changed. */
export const orderNews = createListeners()
