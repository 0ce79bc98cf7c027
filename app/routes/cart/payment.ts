// What the cart page loads when "Proceed to Checkout" is pressed.
export { dropSession } from '../../features/account/sign-out.ts'
export { requestCheckout } from './request-checkout.ts'
