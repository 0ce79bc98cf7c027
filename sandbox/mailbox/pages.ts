import { html, type Markup, nothing } from '../payments/html.ts'
import type { MailSummary, ReceivedMail } from './reading.ts'
import { pageStyles } from './styles.ts'

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'Europe/London',
})

/** All mails, newest first. Works without scripts, so it is refreshed by a link. */
export function listPage(mails: MailSummary[]): string {
  const count = mails.length === 1 ? '1 mail' : `${mails.length} mails`
  return page(
    'Sandbox mailbox',
    html`<div class="top">
        <h1>Mailbox</h1>
        <div class="actions">
          <a class="button" href="/sandbox/mail">Refresh</a>
          ${mails.length === 0 ? nothing : clearForm}
        </div>
      </div>
      ${
        mails.length === 0
          ? html`<p class="empty">No mail yet. What the shop sends arrives here.</p>`
          : html`<p class="small">${count}, newest first</p>
              <ol>
                ${mails.map(listed)}
              </ol>`
      }`,
  )
}

const clearForm = html`<form method="post" action="/sandbox/mail/clear">
  <button class="button">Delete all</button>
</form>`

function listed(mail: MailSummary): Markup {
  return html`<li>
    <a class="mail" href="/sandbox/mail/${mail.id}">
      <strong>${mail.subject || '(no subject)'}</strong>
      <span>To ${mail.recipients.join(', ')}</span>
      <span>${timeFormat.format(mail.receivedAt)}</span>
    </a>
  </li>`
}

/** One mail: its envelope, HTML, text and headers. */
export function mailPage(mail: ReceivedMail): string {
  const rows: [string, string][] = [
    ['From', mail.from],
    ['To', mail.to.join(', ')],
    ['Delivered to', mail.recipients.join(', ')],
    ['Answers to', mail.replyTo.join(', ')],
    ['Came', timeFormat.format(mail.receivedAt)],
  ]
  const headers = mail.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')
  return page(
    mail.subject,
    html`<p><a href="/sandbox/mail">All mails</a></p>
      <h1>${mail.subject || '(no subject)'}</h1>
      <dl>
        ${rows
          .filter(([, value]) => value !== '')
          .map(
            ([name, value]) =>
              html`<dt>${name}</dt>
                <dd>${value}</dd>`,
          )}
      </dl>
      ${
        mail.html === null
          ? nothing
          : html`<iframe
              title="The mail as HTML"
              src="/sandbox/mail/${mail.id}/html"
              sandbox="${frameRights}"
            ></iframe>`
      }
      ${panel('As text', mail.text, mail.html === null)} ${panel('Headers', headers, false)}
      <p><a href="/sandbox/mail/${mail.id}/source">Source</a></p>`,
  )
}

/** Enough for links to open in the whole window or a new one; no scripts, no forms, no origin. */
export const frameRights =
  'allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'

function panel(title: string, text: string, isOpen: boolean): Markup {
  const inside = html`<summary>${title}</summary>
    <pre>${text}</pre>`
  return isOpen ? html`<details open>${inside}</details>` : html`<details>${inside}</details>`
}

/** The HTML of a mail for the frame. Its links leave the frame, for the shop refuses to be framed. */
export function framedMail(mail: ReceivedMail): string {
  const target = '<base target="_top">'
  const source = mail.html ?? ''
  return /<head[^>]*>/i.test(source)
    ? source.replace(/<head[^>]*>/i, (head) => head + target)
    : target + source
}

export function missingPage(): string {
  return page(
    'No such mail',
    html`<h1>No such mail</h1>
      <p>It has been deleted, or it never came. <a href="/sandbox/mail">All mails</a></p>`,
  )
}

function page(title: string, body: Markup): string {
  return (
    '<!doctype html>' +
    html`<html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Sandbox mailbox</title>
        ${{ markup: `<style>${pageStyles}</style>` }}
      </head>
      <body>
        <p class="banner">
          <strong>This is a sandbox.</strong> These mails have not left this machine. With
          <code>SMTP_URL</code> set, the shop sends them for real.
        </p>
        <div class="awning"></div>
        <main>${body}</main>
      </body>
    </html>`.markup
  )
}
