import { business } from '../../../domain/business.ts'
import { guestCodePercent } from '../../../domain/guest-email.ts'
import { type Policy, parseSections } from './policy.ts'

const { tradingName, legalName, companyNumber, registeredIn, registeredOffice, email } = business

export const privacyPolicy: Policy = {
  title: 'Privacy Policy',
  updated: 'April 2025',
  lead: 'We want to know whether you like it hot. Past that, we keep what an order needs, for as long as the law or common sense asks, and nothing else.',
  short: [
    'We keep what we need to sell you things, feed your guests and answer your questions.',
    'We **never sell** your details, and there are no trackers on this site.',
    'Marketing only goes to people who asked for it, and every one of those e-mails has a way out.',
    `Want to see or delete what we have? Do it in [your account](/account-settings), or [ask for a link](/your-data). Want something corrected? Write to [${email}](mailto:${email}).`,
  ],
  sections: parseSections(`
## Who looks after your details {#who-we-are}

${legalName}, trading as ${tradingName}, is the controller of what is described here. We are a limited liability partnership registered in ${registeredIn}, No. ${companyNumber}, at ${registeredOffice}. For anything to do with your details write to [${email}](mailto:${email}); a person reads it.

## What we keep, why, and for how long {#what-we-keep}

Table: What is kept, and the reason in law (UK GDPR, article 6)
| What | Why we have it | How long |
| --- | --- | --- |
| **Orders**: your name, e-mail, delivery address, what you bought, sizes and what you paid | To send your order and to keep our books: a contract with you, then our duty to the tax office | Six years after the end of the tax year; after that without your name. One that was never paid loses it after 90 days |
| **Your account**: name, e-mail and a scrambled form of your password; if you turn on sign-in codes, the key that your app holds and scrambled recovery codes | So that you can sign in and see your orders: a contract with you | Until you delete it; one that nobody confirms goes after 30 days; a sign-in left open, a year after its last use |
| **Your cart**: products and how many; your e-mail if you saved it | So that it is there when you come back: your request, our legitimate interest in not losing it | A guest’s cart, and your OK to remind you of it, 90 days after its last change; a signed-in cart as long as the account |
| **Newsletter**: name, e-mail, and when, where and with which words you signed up | To send it, and to prove you asked: your consent | Until you leave; after that a scrambled form of the address, on a list of people not to write to. A sign-up that nobody confirms goes after 30 days |
| **‘Tell me when it’s here’**: e-mail, the product and when you asked | To write to you once, as you asked: your request, our legitimate interest in answering it | Until that e-mail has left, or you have had enough; a year at most. One that nobody confirms goes after 30 days |
| **Enquiries**: what you told us about your event or your kitchen | To answer and to make you an offer: steps towards a contract | Two years after you sent it; what became a booking stays in our own papers for six |
| **Your ${guestCodePercent}% code**, and a scrambled form of the address that it was given to | So that everybody gets one: our legitimate interest in a fair offer | The code: two years after it was used or ran out. The scrambled address, with the day: for good, since there is one code for each address; that list survives an erasure too |
| **Our notes**: what we write down about what you told us | To remember what you asked of us: our legitimate interest in serving you well | Two years after we last changed them |
| **Requests for your data**: your e-mail | To send you the link: our duty to answer you | One day after the link has run out |
| **E-mails we sent you** | To send them again if they bounce: our legitimate interest in reaching you | 30 days after sending them, or after giving up |
| **Security notes**: IP address, browser and time of failed sign-ins and odd requests | To keep burglars out: our legitimate interest in a safe shop | One year; counts of attempts, one day |

Allergies you tell us about are health information. We use them only to cook for you safely, with your explicit consent, and delete them with the enquiry or booking they came with.

The name, address and notes on your account page are kept in your browser alone. What else sits on your device is in the [Cookie Policy](/cookie-policy).

Copies of all this may be kept for a while, so that the shop can be restored after a fault. What has been deleted or erased leaves those copies when newer ones replace them.

You do not have to tell us anything. Without an address, though, there is nowhere to send the sauce.

## Who else gets to see it {#who-else}

We never sell or rent your details. These companies handle some of them for us, under contract and only as we tell them:

- **Stripe** (Stripe Payments UK, Ltd) takes card payments and our subscriptions. Your card number goes to them and never to us. For preventing fraud they are a controller in their own right; see [Stripe’s privacy policy](https://stripe.com/gb/privacy). When you have your data erased we ask them to redact what they keep of your payments for us; what the law makes them keep, they keep.
- **Our e-mail delivery service** sends the e-mails that this shop writes.
- **Our hosting and database provider** runs the machines the shop lives on.
- **The parcel carrier** gets your name, address and, if you gave one, your phone number, to find your door.
- **Our accountant**, the tax office, the police or a court, where the law says so.

Some of them may handle details outside the United Kingdom. When they do it is to a country with an adequacy decision or under the international data transfer agreement approved in the UK.

## Newsletter and reminders {#marketing}

We write to you about new products, market dates and offers only if you signed up for it. Reminders about a cart you saved count as marketing too and go by the same rule: two at most, and no more once a reminder’s link has brought the cart back. For a signed-in cart, only the tick box on your account page counts. Every such e-mail carries a link that takes you off the list in one click, without signing in; your mail program’s own unsubscribe button works as well.

Confirmations of orders, sign-in links and answers to your questions are not marketing. Nor is the one e-mail that says a product is here, or back: there is nothing in it but what you asked to hear. You get those because you asked for something.

## What you can ask of us {#your-rights}

You can ask us, free of charge, to:

- send you a **copy** of what we hold about you, in a form a computer can read if you like;
- **correct** what is wrong;
- **delete** what we no longer have to keep. Orders stay for the tax years, then lose your name; two scrambled forms of your address may stay, on the list of people not to write to and on the list of addresses that have had their ${guestCodePercent}% code;
- **stop or limit** a use that rests on our legitimate interest;
- take back a **consent** at any time, which does not undo what was done before.

Getting a copy and having it all erased are two buttons in [your account](/account-settings). Without an account, give us your address and [we’ll e-mail you a link](/your-data) to the same two buttons. An order that is paid but not sent needs its name and address until it is: erase after that, or cancel it first. A box that renews has to be cancelled first; when you then erase, it ends at once, and nothing more is charged for it.

For everything else write to [${email}](mailto:${email}) from the address in question. We answer within one month. There are no decisions made about you by machines alone.

Not happy with us? Tell us first, and give us the chance to put it right. You can always complain to the Information Commissioner’s Office, at [ico.org.uk](https://ico.org.uk/make-a-complaint/) or on 0303 123 1113.

## Safety, children, changes {#safety-and-changes}

Details travel encrypted and passwords are stored only in scrambled form. Should something go wrong in a way that could harm you, we tell you and the Information Commissioner.

The shop is for adults. We do not knowingly keep details of anybody under 13; tell us if we do, and they go.

When this page changes, the date at its top does too. Changes that matter to you are sent to you by e-mail if you have an account.
`),
}
