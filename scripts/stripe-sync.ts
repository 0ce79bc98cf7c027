import { connectToShop, OwnerError, runCommand } from './owner/connect.ts'
import { syncAccount } from './owner/sync-account.ts'

await runCommand(async () => {
  const tools = await connectToShop(process.env, process.cwd())
  if (tools.account === 'sandbox')
    throw new OwnerError(
      'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET to the account that should sell for you.',
    )
  await syncAccount(tools)
})
