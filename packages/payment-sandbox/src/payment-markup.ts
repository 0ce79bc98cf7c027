import { html, type Markup, emptyMarkup, formatPounds } from './html.ts'
import { testCards } from './cards.ts'
import type { FormFields } from './form-pages.ts'
import type { CustomField, StoredSession, Price, Session } from './objects.ts'

export const sampleShopper: FormFields = {
  name: 'Sam Ple',
  line1: '12 Rye Lane',
  line2: '',
  city: 'London',
  postcode: 'SE15 5BS',
  card: '4242 4242 4242 4242',
}

/** The fields of the delivery address. `asked` is the field's name in the error when it is empty; null for an optional field. */
export const addressFields = [
  { name: 'name', label: 'Full name', fill: 'name', asked: 'name' },
  { name: 'line1', label: 'Address', fill: 'address-line1', asked: 'address' },
  { name: 'line2', label: 'Flat, building (optional)', fill: 'address-line2', asked: null },
  { name: 'city', label: 'Town or city', fill: 'address-level2', asked: 'town or city' },
  { name: 'postcode', label: 'Postcode', fill: 'postal-code', asked: 'postcode' },
]

interface PaymentView {
  kept: StoredSession
  /** The customer's email address, if it is known; null when the page asks for it. */
  email: string | null
  token: Markup
  traderName: string
  shippingName: string | null
  typed: FormFields
}

export function renderPaymentPage(view: PaymentView): { title: string; body: Markup } {
  const { kept, token, traderName, typed } = view
  const { session } = kept
  const { allow_promotion_codes: hasCodes, custom_fields: choices, custom_text: words } = session
  const typedOr = (name: string): string => typed[name] ?? sampleShopper[name] ?? ''
  const body = html`${renderPageTop('Payment', session.cancel_url, traderName)}
    <div class="columns">
      ${renderReceipt(view)}
      <form method="post">
        ${token}
        <button class="enter" name="do" value="pay" tabindex="-1" aria-hidden="true">Pay</button>
        <fieldset>
          <legend>Contact</legend>
          ${renderInput('E-mail address', 'email', view.email ?? typed['email'] ?? '', {
            type: 'email',
            fill: 'email',
            readonly: view.email !== null,
          })}
        </fieldset>
        ${
          session.shipping_address_collection === null
            ? emptyMarkup
            : renderAddressForm(typedOr, words.shipping_address?.message ?? null)
        }
        ${choices.length === 0 ? emptyMarkup : renderChoices(choices, typed)}
        ${hasCodes === true ? renderCodeForm(session, typed['code'] ?? '') : emptyMarkup}
        <fieldset>
          <legend>Card</legend>
          ${renderInput('Card number', 'card', typedOr('card'), { inputmode: 'numeric' })}
          <p class="small">Any date and any code will do, so neither is asked. Cards to try:</p>
          ${renderCardList()}
        </fieldset>
        ${words.submit ? html`<p class="small">${words.submit.message}</p>` : emptyMarkup}
        <button class="pay" name="do" value="pay">Pay ${formatPounds(session.amount_total)}</button>
      </form>
    </div>`
  return { title: `Pay ${traderName}`, body }
}

export function renderPageTop(title: string, back: string | null, traderName: string): Markup {
  return html`<div class="top">
    <h1>${title}</h1>
    ${back === null ? emptyMarkup : html`<a href="${back}">Back to ${traderName}</a>`}
  </div>`
}

export function renderCardList(): Markup {
  return html`<ul class="cards">
    ${testCards.map(([number, words]) => html`<li>${number} ${words}</li>`)}
  </ul>`
}

interface InputKind {
  type?: string
  fill?: string
  inputmode?: string
  readonly?: boolean
  optional?: boolean
}

export function renderInput(
  label: string,
  name: string,
  value: string,
  kind: InputKind = {},
): Markup {
  const { type = 'text', fill = 'off', inputmode = 'text' } = kind
  return html`<label
    >${label}
    <input
      name="${name}"
      value="${value}"
      type="${type}"
      autocomplete="${fill}"
      inputmode="${inputmode}"
      maxlength="200"
      ${kind.readonly === true ? html`readonly` : emptyMarkup}
      ${kind.optional === true ? emptyMarkup : html`required`}
    />
  </label>`
}

function renderAddressForm(typedOr: (name: string) => string, words: string | null): Markup {
  const fields = addressFields.map(({ name, label, fill, asked }) =>
    renderInput(label, name, typedOr(name), { fill: `shipping ${fill}`, optional: asked === null }),
  )
  return html`<fieldset>
    <legend>Delivery address</legend>
    ${fields.slice(0, 3)}
    <div class="pair">${fields.slice(3)}</div>
    <label
      >Country
      <select name="country" autocomplete="shipping country">
        <option value="GB">United Kingdom</option>
      </select>
    </label>
    ${words === null ? emptyMarkup : html`<p class="small">${words}</p>`}
  </fieldset>`
}

function renderChoices(fields: CustomField[], typed: FormFields): Markup {
  const option = (value: string, label: string, chosen: string | undefined): Markup =>
    html`<option value="${value}" ${value === chosen ? html`selected` : emptyMarkup}>
      ${label}
    </option>`
  return html`<fieldset>
    <legend>Sizes</legend>
    ${fields.map(({ key, label, optional, dropdown }) => {
      const name = `choice_${key}`
      return html`<label
        >${label.custom}
        <select name="${name}" ${optional ? emptyMarkup : html`required`}>
          <option value="">Choose…</option>
          ${dropdown.options.map((one) => option(one.value, one.label, typed[name]))}
        </select>
      </label>`
    })}
  </fieldset>`
}

function renderCodeForm({ discounts, total_details: sums }: Session, typed: string): Markup {
  if (discounts.length > 0)
    return html`<p class="notice">Your code takes ${formatPounds(sums.amount_discount)} off.</p>`
  return html`<fieldset>
    <legend>Promotion code</legend>
    <div class="code">
      ${renderInput('Code', 'code', typed, { optional: true })}
      <button class="quiet" name="do" value="code" formnovalidate>Apply</button>
    </div>
  </fieldset>`
}

function renderReceipt({ kept, shippingName, traderName }: PaymentView): Markup {
  const { session, lines } = kept
  const { amount_discount: discount, amount_shipping: shipping } = session.total_details
  const goods = lines.map((line): [string, number] => [
    `${line.quantity} ${line.description}${formatInterval(line.price, ', ')}`,
    line.amount_total,
  ])
  return html`<section class="receipt" aria-label="What you pay for">
    <h2>${traderName}</h2>
    <p>${session.mode === 'subscription' ? 'First payment of your subscription' : 'Your order'}</p>
    ${[
      renderSums(goods),
      renderSums([
        ['Subtotal', session.amount_subtotal],
        ...(discount > 0 ? [['Discount', -discount] as const] : []),
        ...(shippingName === null ? [] : [[`${shippingName} delivery`, shipping] as const]),
      ]),
      html`<div class="total">${renderSums([['Total', session.amount_total]])}</div>`,
    ]}
  </section>`
}

export function formatInterval({ recurring }: Price, before: string): string {
  if (recurring === null) return ''
  const { interval, interval_count: count } = recurring
  return `${before}every ${count === 1 ? interval : `${count} ${interval}s`}`
}

function renderSums(rows: (readonly [string, number])[]): Markup {
  return html`<dl>
    ${rows.map(
      ([term, pence]) =>
        html`<div>
          <dt>${term}</dt>
          <dd>${formatPounds(pence)}</dd>
        </div>`,
    )}
  </dl>`
}
