import { business } from '../domain/business.ts'
import type { Config } from './config.ts'
import { isLoopbackHostname } from './loopback.ts'
import type { Shop } from './shop.ts'

export function describeShop(config: Config, shop: Shop): string {
  const site = config.siteUrl.origin
  const lines: [string, string][] = [
    ['Shop', site],
    [
      'Mail',
      config.smtp === null
        ? `${site}/sandbox/mail?token=${shop.sandboxToken}  (a sandbox: nothing leaves this machine)`
        : 'goes out by SMTP_URL',
    ],
    ['Payment', config.stripe ? `Stripe (${shop.paymentAccount})` : 'a sandbox: no money moves'],
    ['Data', shop.dataLocation],
    [
      'Desk',
      shop.deskToken === null
        ? `${site}/desk`
        : `${site}/desk/invitation?token=${shop.deskToken}  (for its first owner, once, for two days)`,
    ],
  ]
  const table = lines.map(([name, words]) => `  ${name.padEnd(9)}${words}`).join('\n')
  const notes = notesOf(config, shop).flatMap(([applies, words]) =>
    applies ? `  ${words}\n\n` : [],
  )
  return `\n${business.tradingName} is open.\n\n${table}\n\n${notes.join('')}  Stop it with Ctrl-C.\n\n`
}

function notesOf(config: Config, shop: Shop): [applies: boolean, words: string][] {
  const isSandbox = config.smtp === null || config.stripe === null
  const isHere = isLoopbackHostname(config.siteUrl.hostname)
  return [
    [
      !shop.isAccountSetUp,
      `npm run stripe:sync has never run with the ${shop.paymentAccount} account of STRIPE_SECRET_KEY: every product says\n  "Price TBA" and nothing can be bought until it has. Run it now, with the same settings, while the shop is open.`,
    ],
    [
      isHere && isSandbox,
      'The sandbox also opens without the token, for you at this machine. Before you put a web server\n  or a tunnel in front, set SITE_URL: one that hides itself could let strangers in.',
    ],
    [
      !isHere && config.trustedProxies.length === 0,
      'TRUSTED_PROXIES is empty: if a web server stands in front, name it there, or all visitors behind\n  it count as one address.',
    ],
  ]
}
