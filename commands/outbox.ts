import { connectToShop, runCommand } from './owner/connect.ts'
import { checkOutboxCommand, runOutboxCommand } from './owner/outbox-commands.ts'

await runCommand(async () => {
  const args = process.argv.slice(2)
  checkOutboxCommand(args)
  await runOutboxCommand(await connectToShop(process.env, process.cwd()), args, Date.now())
})
