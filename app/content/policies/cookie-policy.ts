import { business } from '../../../domain/business.ts'
import { type Policy, parseSections } from './policy.ts'

const { tradingName, email } = business

/** A test checks that the table lists every storage key of the shop. */
export const cookiePolicy: Policy = {
  title: 'Cookie Policy',
  updated: 'April 2025',
  lead: 'The only biscuits we push are buttermilk. Here is the short list of what we keep on your device, and why none of it follows you home.',
  short: [
    'We set **no cookies** of our own, and nothing that tracks you.',
    'Your browser keeps your cart, your sign-in and a note of the popups you have seen.',
    'You were not asked to click “accept”, because there is nothing here that needs it.',
  ],
  sections: parseSections(`
## What your browser keeps for us {#what-we-keep}

${tradingName} uses your browser’s own storage instead of cookies. It stays on your device; only the parts named below are sent to us, and only to do what you asked for.

Table: Everything this shop stores on your device
| Name | What it is for | How long it stays |
| --- | --- | --- |
| \`cart\` | What is in your cart, so that it is still there tomorrow | Until you clear the cart or your browser |
| \`guest_cart_id\` | A random number that opens your cart on our server, when you are not signed in | Until you clear the cart, sign in or clear your browser |
| \`restored_cart\` | Whose cart a link in our mail brought back here, so that it is not counted twice when you sign in | Until you sign in or clear your browser |
| \`delivery_method\` | The delivery you chose | Until you clear the cart or your browser |
| \`guest_email\` | The e-mail address you saved your cart under, so that we stop asking | Until you clear your browser |
| \`mailed_cart\` | That a link in our mail brought your cart here, so that we do not ask for your e-mail | Until you sign out or clear your browser |
| \`discount_code\` | The discount code you were given or typed in your cart | Until you take it out, it is used, or you clear your browser |
| \`discount_typed\` | What you typed into the field for a discount code and did not apply yet, so that it is not lost when you sign in | Until it is applied, you clear the field, or you clear your browser |
| \`gift_note\` | The words you typed for a present; they come to us when you go to pay | Until that order is paid, you clear the words, or you clear your browser |
| \`returning_cart\` | The delivery, the code and the words for a present that you had filled in when you were signed out by something other than your own tap, so that they are there when you sign in again | Until somebody signs in here, or you clear your browser |
| \`checkout_session_id\` | The number of the payment you started last | Until that order is paid, or you clear your browser |
| \`cart_backup\` | The cart you took to the payment page, so that nothing is lost if you come back | Until that order is paid, or you clear your browser |
| \`account_details\` | The name, address and notes you typed on your account page; they never leave your device | Until you sign out or clear your browser |
| \`welcome_waits\` | That you are new here, so that the home page says hello | Until it has, or you sign out |
| \`shop-session\` | That you are signed in | Until you sign out |
| \`attempts\` | How often you sent a form in the last few minutes, so that nobody floods our kitchen from here | Until you next send a form after that, or clear your browser |
| \`avoid\` | What you told us you avoid eating, so that we can mark what does not fit; it never leaves your device | Until you clear that list or your browser |
| \`newsletter_popup_seen\` | That the newsletter popup has had its one go | Until you clear your browser |
| \`newsletter_signed_up\` | That you have signed up, so that we do not ask again | Until you clear your browser |
| \`exit_intent_shown\` | That the discount popup has been shown once | Until you close the tab |
| \`erasing\` | That you have asked us here to erase your data, so that your device is cleared as well | Until that is done, or you close the tab |
| \`avoid_agreed\` | What you want in your cart even though it does not fit that list, so that we ask only once | Until you close the tab |
| \`add_email_shown\`, \`cart_email_shown\` | That we have offered to save your cart once, so that we do not ask again | Until you close the tab |
| \`basket_sheet_off\` | That you want no more summaries after adding something | Until you close the tab |

Two more entries, \`react-router-scroll-positions\` and \`remix-router-transitions\`, remember for the length of your visit how far down each page you were and which cards you opened, so that the back button takes you there the way you came.

## Why there is no banner {#no-consent}

The law asks for your consent before a site stores what you did not ask for: advertising, analytics, social media buttons that watch. We have none of those. What is in the list above is strictly necessary for a service you asked for (Privacy and Electronic Communications Regulations 2003, regulation 6(4)), so no consent is needed and no banner gets in your way.

Should that ever change, you will be asked first, “no” will be as easy to tap as “yes”, and this page will say so.

## The two companies behind the counter {#third-parties}

Two third parties do jobs for us that we should not do ourselves. Neither puts anything on your device while you are on our pages.

- **Card payment: Stripe.** When you tap Proceed to Checkout you leave our shop for a page that belongs to Stripe Payments UK, Ltd. That page sets cookies of its own, to keep your payment safe and to stop fraud. They are listed in [Stripe’s cookie policy](https://stripe.com/gb/legal/cookies-policy). We never see your card.
- **E-mail delivery.** Order confirmations, sign-in links and, if you ask for it, the newsletter are handed to an e-mail delivery service that sends them for us. Our e-mails hold no tracking pixels and no tracked links.

## How to clear it all {#your-choice}

Every browser can show and delete what sites have stored, usually under “Privacy” and then “Site data”. The shop still works without storage: you will only have to fill your cart in one sitting. Signing out removes your session, your local cart and your account details in one go.

Questions? Write to [${email}](mailto:${email}). What we keep on our own side is in the [Privacy Policy](/privacy-policy).
`),
}
