import { cards } from './cards.ts'
import { html, type Markup, nothing, pounds } from './html.ts'
import type { CustomField, KeptSession, LineItem, Session } from './session-objects.ts'

/** What the shopper has typed so far, by the names of the fields. */
export type Typed = Record<string, string>

/** A shopper to try things with. */
export const sampleShopper: Typed = {
  name: 'Sam Ple',
  line1: '12 Rye Lane',
  line2: '',
  city: 'London',
  postcode: 'SE15 5BS',
  card: '4242 4242 4242 4242',
}

/** The page that asks for the payment of an open session. Works without scripts. */
export function paymentPage(view: {
  kept: KeptSession
  /** Null when the shopper is to give one. */
  email: string | null
  token: string
  traderName: string
  shippingName: string | null
  typed: Typed
  problem: string | null
}): string {
  const { kept, token, typed, problem } = view
  const { session } = kept
  const typedOr = (name: string): string => typed[name] ?? sampleShopper[name] ?? ''
  const body = html` <div class="top">
      <h1>Payment</h1>
      ${session.cancel_url === null ? nothing : html`<a href="${session.cancel_url}">Back to ${view.traderName}</a>`}
    </div>
    ${problem === null ? nothing : html`<p class="notice failed" role="alert">${problem}</p>`}
    <div class="columns">
      ${receipt(kept, view)}
      <form method="post">
        <input type="hidden" name="token" value="${token}" />
        <button class="enter" name="do" value="pay" tabindex="-1" aria-hidden="true">Pay</button>
        <fieldset>
          <legend>Contact</legend>
          ${field('E-mail address', 'email', view.email ?? typed['email'] ?? '', {
            type: 'email',
            autocomplete: 'email',
            readonly: view.email !== null,
          })}
        </fieldset>
        ${session.shipping_address_collection === null ? nothing : addressFields(typedOr)}
        ${session.custom_fields.length === 0 ? nothing : choiceFields(session.custom_fields, typed)}
        ${session.allow_promotion_codes === true ? codeField(session, typed['code'] ?? '') : nothing}
        <fieldset>
          <legend>Card</legend>
          ${field('Card number', 'card', typedOr('card'), { inputmode: 'numeric', autocomplete: 'off' })}
          <p class="small">Any date and any code will do, so neither is asked. Cards to try:</p>
          <ul class="cards">
            ${cards.map((card) => html`<li>${card.number} ${card.words}</li>`)}
          </ul>
        </fieldset>
        ${session.custom_text.submit === null ? nothing : html`<p class="small">${session.custom_text.submit.message}</p>`}
        <button class="pay" name="do" value="pay">Pay ${pounds(session.amount_total)}</button>
      </form>
    </div>`
  return document(`Pay ${view.traderName}`, body)
}

/** What is shown instead when there is nothing to pay (any more). */
export function closedPage(title: string, words: string, back: string | null): string {
  return document(
    title,
    html`<h1>${title}</h1>
      <p class="notice">${words}</p>
      ${back === null ? nothing : html`<p><a href="${back}">Back to the shop</a></p>`}`,
  )
}

/** A whole page of the sandbox. */
export function document(title: string, body: Markup): string {
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} (sandbox)</title>
        <link rel="stylesheet" href="/sandbox/payments/pay.css" />
      </head>
      <body>
        <header class="banner">
          <strong>This is a sandbox.</strong> It stands in for the card payment page: no money moves
          and no real card works here.
        </header>
        <div class="awning"></div>
        <main>${body}</main>
      </body>
    </html> `.markup
}

interface FieldKind {
  type?: string
  autocomplete?: string
  inputmode?: string
  readonly?: boolean
  optional?: boolean
}

function field(label: string, name: string, value: string, kind: FieldKind = {}): Markup {
  return html`<label
    >${label}
    <input
      name="${name}"
      value="${value}"
      type="${kind.type ?? 'text'}"
      autocomplete="${kind.autocomplete ?? 'off'}"
      inputmode="${kind.inputmode ?? 'text'}"
      maxlength="200"
      ${kind.readonly === true ? html`readonly` : nothing}
      ${kind.optional === true ? nothing : html`required`}
    />
  </label>`
}

function addressFields(typedOr: (name: string) => string): Markup {
  return html`<fieldset>
    <legend>Delivery address</legend>
    ${field('Full name', 'name', typedOr('name'), { autocomplete: 'shipping name' })}
    ${field('Address', 'line1', typedOr('line1'), { autocomplete: 'shipping address-line1' })}
    ${field('Flat, building (optional)', 'line2', typedOr('line2'), { autocomplete: 'shipping address-line2', optional: true })}
    <div class="pair">
      ${field('Town or city', 'city', typedOr('city'), { autocomplete: 'shipping address-level2' })}
      ${field('Postcode', 'postcode', typedOr('postcode'), { autocomplete: 'shipping postal-code' })}
    </div>
    <label
      >Country
      <select name="country" autocomplete="shipping country">
        <option value="GB">United Kingdom</option>
      </select>
    </label>
  </fieldset>`
}

function choiceFields(fields: CustomField[], typed: Typed): Markup {
  return html`<fieldset>
    <legend>Sizes</legend>
    ${fields.map(
      (one) =>
        html`<label
          >${one.label.custom}
          <select name="choice_${one.key}" ${one.optional ? nothing : html`required`}>
            <option value="">Choose…</option>
            ${one.dropdown.options.map(
              (option) =>
                html`<option
                  value="${option.value}"
                  ${typed[`choice_${one.key}`] === option.value ? html`selected` : nothing}
                >
                  ${option.label}
                </option>`,
            )}
          </select>
        </label>`,
    )}
  </fieldset>`
}

function codeField(session: Session, typed: string): Markup {
  if (session.discounts.length > 0)
    return html`<p class="notice">
      Your code takes ${pounds(session.total_details.amount_discount)} off.
    </p>`
  return html`<fieldset>
    <legend>Promotion code</legend>
    <div class="code">
      ${field('Code', 'code', typed, { optional: true })}
      <button class="quiet" name="do" value="code" formnovalidate>Apply</button>
    </div>
  </fieldset>`
}

function receipt(
  kept: KeptSession,
  view: { traderName: string; shippingName: string | null },
): Markup {
  const { session, lines } = kept
  const { amount_discount: discount, amount_shipping: shipping } = session.total_details
  return html`<section class="receipt" aria-label="What you pay for">
    <h2>${view.traderName}</h2>
    <p class="trader">
      ${session.mode === 'subscription' ? 'First payment of your subscription' : 'Your order'}
    </p>
    <dl>${lines.map(lineRow)}</dl>
    <dl>
      ${row('Subtotal', pounds(session.amount_subtotal))}
      ${discount > 0 ? row('Discount', `-${pounds(discount)}`) : nothing}
      ${view.shippingName === null ? nothing : row(`${view.shippingName} delivery`, pounds(shipping))}
    </dl>
    <dl class="total">${row('Total', pounds(session.amount_total))}</dl>
  </section>`
}

function lineRow(line: LineItem): Markup {
  const { recurring } = line.price
  const every =
    recurring === null
      ? ''
      : recurring.interval_count === 1
        ? `, every ${recurring.interval}`
        : `, every ${recurring.interval_count} ${recurring.interval}s`
  return row(`${line.quantity} ${line.description}${every}`, pounds(line.amount_total))
}

function row(term: string, value: string): Markup {
  return html`<div>
    <dt>${term}</dt>
    <dd>${value}</dd>
  </div>`
}
