import { business } from '../domain/business.ts'
import type { Config } from './config.ts'
import type { Shop } from './shop.ts'

/** What the owner sees when the shop is open: where it is, where its mail and money go, where its data lies. */
export function describeShop(config: Config, shop: Shop): string {
  const site = config.siteUrl.origin
  const token = config.siteUrl.hostname === 'localhost' ? '' : `?token=${shop.sandboxToken}`
  const lines: [string, string][] = [
    ['Shop', site],
    [
      'Mail',
      config.smtpUrl === null
        ? `${site}/sandbox/mail${token}  (a sandbox: nothing leaves this machine)`
        : 'goes out by SMTP_URL',
    ],
    ['Payment', config.stripe ? `Stripe (${shop.paymentAccount})` : 'a sandbox: no money moves'],
    ['Data', shop.dataLocation],
  ]
  const table = lines.map(([name, words]) => `  ${name.padEnd(9)}${words}`).join('\n')
  return `\n${business.tradingName} is open.\n\n${table}\n\n  Stop it with Ctrl-C.\n\n`
}
