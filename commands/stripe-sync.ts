import { readConfig } from '../server/config.ts'
import { connectToShop, OwnerError, runCommand } from './owner/connect.ts'
import { syncAccount } from './owner/sync-account.ts'
import { syncWebhook } from './owner/sync-webhook.ts'

await runCommand(async () => {
  // Sets a placeholder for the webhook signing secret, which `readConfig` requires: it only exists once this command has created
  // the endpoint, and this command does not use it.
  const signing = process.env['STRIPE_SECRET_KEY'] && {
    STRIPE_WEBHOOK_SECRET: 'whsec_not_made_yet',
  }
  const environment = { ...signing, ...process.env }
  const tools = await connectToShop(environment, process.cwd())
  if (tools.account === 'sandbox')
    throw new OwnerError('Set STRIPE_SECRET_KEY to the account that should sell for you.')
  await syncAccount(tools)
  const { siteUrl, supabase, dataDir } = readConfig(environment, process.cwd())
  await syncWebhook(tools, supabase === null ? siteUrl : new URL(supabase.url), dataDir)
})
