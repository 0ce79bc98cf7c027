import { connectToShop, runCommand } from './owner/connect.ts'
import { checkCommand, runOrdersCommand } from './owner/order-commands.ts'

await runCommand(async () => {
  const args = process.argv.slice(2)
  checkCommand(args)
  await runOrdersCommand(await connectToShop(process.env, process.cwd()), args)
})
