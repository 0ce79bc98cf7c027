import { createHash } from 'node:crypto'
import { html, type Markup } from './html.ts'
import { pageStyles } from './styles.ts'

export const noStoreHeaders = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
}

export interface PageOptions {
  title: string
  banner: Markup
  body: Markup
  status?: number
  /** Another origin to which forms on the page may redirect: the shop's. By default they may only go to the page's own. */
  formsTo?: string
}

const styleHash = createHash('sha256').update(pageStyles).digest('base64')

export function createPageResponse({
  title,
  banner,
  body,
  status = 200,
  formsTo = '',
}: PageOptions): Response {
  const page = html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} (sandbox)</title>
        ${{ markup: `<style>${pageStyles}</style>` }}
      </head>
      <body>
        <header class="banner"><strong>This is a sandbox.</strong> ${banner}</header>
        <div class="awning"></div>
        <main>${body}</main>
      </body>
    </html>`
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "font-src 'self'",
    "img-src 'self'",
    "frame-src 'self'",
    `form-action 'self' ${formsTo}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return new Response(page.markup, {
    status,
    headers: {
      ...noStoreHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
    },
  })
}
