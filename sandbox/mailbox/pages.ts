import { html, type Markup, emptyMarkup } from '../../packages/payment-sandbox/src/html.ts'
import { createPageResponse } from '../../packages/payment-sandbox/src/page.ts'
import type { MailSummary, ReceivedMail } from './parse-mail.ts'

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'Europe/London',
})

export function createListPage(mails: MailSummary[]): Response {
  const count = mails.length === 1 ? '1 mail' : `${mails.length} mails`
  const clear = html`<form method="post" action="/sandbox/mail/clear">
    <button>Delete all</button>
  </form>`
  const list = html`<p class="small">${count}, newest first</p>
    <ol class="list">
      ${mails.map(renderListItem)}
    </ol>`
  return createPage(
    'Sandbox mailbox',
    html`<div class="top">
        <h1>Mailbox</h1>
        <div class="deeds">
          <a class="button" href="/sandbox/mail">Refresh</a>
          ${mails.length === 0 ? emptyMarkup : clear}
        </div>
      </div>
      ${mails.length === 0 ? html`<p class="empty">No mail yet. What the shop sends arrives here.</p>` : list}`,
  )
}

function renderListItem(mail: MailSummary): Markup {
  return html`<li>
    <a class="box" href="/sandbox/mail/${mail.id}">
      <strong>${mail.subject || '(no subject)'}</strong>
      <span>To ${mail.recipients.join(', ')}</span>
      <span>${timeFormat.format(mail.receivedAt)}</span>
    </a>
  </li>`
}

export function createMailPage({ summary, headers, html: framed }: ReceivedMail): Response {
  const { id, subject, text } = summary
  const facts = [
    ['From', summary.from],
    ['To', summary.to.join(', ')],
    ['Delivered to', summary.recipients.join(', ')],
    ['Reply to', summary.replyTo.join(', ')],
    ['Received', timeFormat.format(summary.receivedAt)],
  ] as const
  const shown = facts.filter(([, value]) => value !== '')
  const frame = html`<iframe
    title="The mail as HTML"
    src="/sandbox/mail/${id}/html"
    sandbox="${frameSandboxFlags}"
  ></iframe>`
  return createPage(
    subject,
    html`<p><a href="/sandbox/mail">All mail</a></p>
      <h1>${subject || '(no subject)'}</h1>
      <dl class="facts">
        ${shown.map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>
      ${framed === null ? emptyMarkup : frame} ${renderPanel('As text', text, framed === null)}
      ${renderPanel('Headers', headers.map(({ name, value }) => `${name}: ${value}`).join('\n'), false)}
      <p><a href="/sandbox/mail/${id}/source">Source</a></p>`,
  )
}

/**
 * The sandbox flags of an email's frame. Links may open in the whole window or a new one; scripts, forms and access to the
 * mailbox's origin are forbidden.
 */
export const frameSandboxFlags =
  'allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'

function renderPanel(title: string, text: string, isOpen: boolean): Markup {
  return html`<details ${isOpen ? html`open` : emptyMarkup}>
    <summary>${title}</summary>
    <pre>${text}</pre>
  </details>`
}

/** Returns the HTML of an email for a frame. Its links open in the whole window, because the shop's pages refuse to be framed. */
export function getFrameHtml(mail: ReceivedMail): string {
  const target = '<base target="_top">'
  const source = mail.html ?? ''
  return /<head[^>]*>/i.test(source)
    ? source.replace(/<head[^>]*>/i, (head) => head + target)
    : target + source
}

export function createNotFoundPage(): Response {
  const words = html`<h1>No such mail</h1>
    <p>It has been deleted, or it never came. <a href="/sandbox/mail">All mail</a></p>`
  return createPage('No such mail', words, 404)
}

function createPage(title: string, body: Markup, status = 200): Response {
  const banner = html`These mails have not left this machine. With <code>SMTP_URL</code> set, the
    shop sends them for real.`
  return createPageResponse({ title, banner, body, status })
}
