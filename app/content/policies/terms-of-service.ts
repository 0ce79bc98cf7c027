import { business } from '../../../domain/business.ts'
import { cancellationDays, formatCancellationForm } from '../../../domain/cancellation.ts'
import { type DeliveryMethod, deliverySentence } from '../../../domain/delivery.ts'
import { formatPence } from '../../../domain/money.ts'
import { formatNumberWord } from '../../../domain/number-words.ts'
import { stripMarkup } from '../../ui/rich-text.ts'
import { boxNames } from '../boxes.ts'
import { type Policy, parseSections } from './policy.ts'

const { tradingName, legalName, companyNumber, registeredIn, registeredOffice, vatNumber } =
  business
const mail = `[${business.email}](mailto:${business.email})`

export function termsOfService(methods: readonly DeliveryMethod[]): Policy {
  return {
    title: 'Terms of Service',
    updated: 'April 2025',
    lead: 'What you can expect of us and what we expect of you, in words your nan would sign. Nothing in here takes away a right that the law gives you.',
    short: [
      'You pay what the cart says, with delivery shown before you pay. Nothing is added later.',
      `Changed your mind? You have **${cancellationDays} days** from delivery for anything unopened.`,
      'Boxes renew until you stop them, and stopping takes one e-mail and costs nothing.',
      'If we got it wrong, we put it right at our cost.',
    ],
    sections: parseSections(`
## Who you are buying from {#who-we-are}

${legalName}, trading as ${tradingName}: a limited liability partnership registered in ${registeredIn}, No. ${companyNumber}. Registered office: ${registeredOffice}. E-mail: ${mail}.${vatNumber === null ? '' : ` VAT number ${vatNumber}.`}

These are the terms for buying from this website, version **${business.termsVersion}**. The version you bought under is named in your order confirmation, and an order keeps its version. Catering, consultancy and wholesale are agreed with you in writing, on terms of their own.

You need to be 18 to order, and buying for yourself, your friends or your family rather than to sell on.

## How an order becomes a deal {#ordering}

- Put things in the cart, choose your delivery, sign in, and check the summary. You can change anything there.
- Proceed to Checkout takes you to our payment provider, Stripe. The button on that page says what you are about to pay. Tapping it places your order, and you then have to pay.
- The contract is made when we send you the order confirmation by e-mail. Keep it: it holds all of this in writing. We keep a copy of your order too, and you can see it in your [account](/account-settings).

If something has sold out in the meantime, or a price was plainly wrong, we tell you before anything is sent and pay you back in full, unless you would rather wait or swap. The terms and the contract are in English.

## Prices and payment {#prices}

Prices are in pounds sterling and are what you pay${vatNumber === null ? '' : ', VAT included'}. Delivery comes on top and is shown in the cart before you pay. There are no other charges.

You pay by card, or by whatever else Stripe’s page offers you, when you order. We never see or keep your card details. The code that we e-mail you works once, on goods and not on delivery; what any other code is good for is said where we give it out. For a box, a code comes off the first payment only.

## Delivery {#delivery}

We deliver within **Great Britain**: England, Scotland and Wales, islands with a bridge and islands without. We don’t deliver to Northern Ireland (postcodes that begin with BT), Jersey (JE), Guernsey (GY) or the Isle of Man (IM).

Table: Delivery options and prices
| Delivery | Price today | How long it takes |
| --- | --- | --- |
${methods.map(methodRow).join('\n')}

You pay the delivery price your cart showed and your confirmation names.

Days count from the order confirmation. If something is going to be late, we tell you. Whatever happens it arrives within 30 days, or you can cancel and have your money back. Until it is in your hands, or those of somebody you named, it travels at our risk.

## Changing your mind {#cancelling}

You may cancel without a reason until **${cancellationDays} days** after the day on which the last thing in your order reaches you. For a box subscription it is ${cancellationDays} days after the first box. Tell us in plain words by e-mail to ${mail} or by post, before the time is up; you may use [the form below](#cancellation-form) but need not.

Then send the things back within ${cancellationDays} days of telling us; the postage back is yours to pay. We pay back what you paid, with the price of standard delivery if you chose a dearer one, within ${cancellationDays} days of getting them back or of seeing proof that you sent them, the way you paid. If something has been handled more than was needed to see what it is, we may take off what it has lost in value.

The law leaves out some things, and so must we. You cannot cancel:

- **sealed food that has been opened**: once the seal is broken, nobody else can safely eat it;
- **food that spoils quickly**, such as something fresh in a box, marked as such;
- **things made or printed to your order**.

This is about changing your mind. When something is broken, wrong or not as described, see [If something is wrong](#wrong); opening the jar does not matter then.

## Cancellation form {#cancellation-form}

Complete and return this form only if you wish to withdraw from the contract.

> ${['Model cancellation form', ...formatCancellationForm(business, null)].join('\n> ')}

## Subscription boxes {#boxes}

${boxNames} come monthly or quarterly. The product page and the cart say what a box holds, what it costs and how often it comes.

- **Renewal.** You pay for the first box when you order, and for each later box on the same day of the month, every month or every three months. It goes on until you stop it; there is no minimum term.
- **Delivery** of the first box is charged as in the cart. Delivery of the later ones is in the price.
- **Stopping.** Tap “Manage or cancel” under “Your boxes” in your [account](/account-settings), or write to ${mail} with the number of your order, any time before the next payment. It costs nothing. A box you have paid for still comes; nothing after it is sent or charged.
- **Price changes** are sent to you by e-mail at least 30 days before they take effect. If you don’t like the new price, stop before then.
- **Your right to change your mind** within ${cancellationDays} days of the first box comes on top of all that.

What goes in varies; that is the fun of it. Every box comes with the ingredients and allergens of everything inside.

## Allergens {#allergens}

Every food on this site shows its ingredients before you buy, with the 14 allergens of UK law in bold: celery, cereals containing gluten, crustaceans, eggs, fish, lupin, milk, molluscs, mustard, nuts, peanuts, sesame, soya and sulphites. Read the label on the jar too: it has the last word, and recipes do change.

All of it is made in one kitchen that handles many of them, so we cannot promise that any product is free from traces. Where we do not know something, we say that we do not know. If an allergy is serious, ask us before you order.

## If something is wrong {#wrong}

Goods must be as described, fit for purpose and of satisfactory quality (Consumer Rights Act 2015). If they are not, write to ${mail}, with a photograph if you can. Within 30 days you may reject them and have all of your money back, postage included; after that you are entitled to a replacement or repair first, and to a refund or a lower price if that does not do it.

## What we answer for {#liability}

We answer in full for death or injury caused by our negligence, for fraud, for unsafe products, and for everything else that the law does not let us limit. Past that we answer for losses that either of us could have seen coming when you ordered, up to what you paid for the order, and not for losses of a business.

We are not to blame for delays that nobody could have prevented, but tell you as soon as we know and let you cancel. Hot means hot: heed the heat meter, and keep it away from eyes, toddlers and exes.

## Your account and this website {#accounts}

Keep your password to yourself and tell us if somebody else has it. We may close an account that is used to cheat or to harm others. Drawings, names and words on this site are ours; enjoy them, share them, but ask before you print them on anything.

## Complaints and law {#complaints}

Write to ${mail} or to our registered office. We answer within five working days and aim to settle it within fourteen. If we cannot, your local Citizens Advice knows your rights: [citizensadvice.org.uk](https://www.citizensadvice.org.uk/consumer/), 0808 223 1133.

The law of England and Wales applies. If you live in Scotland or Northern Ireland you keep the protection of the law there, and can go to the courts there.

We may change these terms for later orders. Orders you have made keep the version they were made under.
`),
  }
}

/** Returns a table row with the method, its price and its description. Characters that would break the row are replaced. */
function methodRow(method: DeliveryMethod): string {
  const { automaticAbove: most } = method
  const size = most === null ? '' : `, for more than ${formatNumberWord(most)} items`
  const time = stripMarkup(deliverySentence(method)) || 'Within 30 days'
  const cells = [stripMarkup(method.name) + size, formatPence(method.price), time]
  return `| ${cells.map((cell) => cell.replace(/[|\s]+/g, ' ')).join(' | ')} |`
}
