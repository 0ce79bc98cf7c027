import { connectToShop, runCommand } from './owner/connect.ts'
import { runOrdersCommand } from './owner/order-commands.ts'

await runCommand(async () => {
  await runOrdersCommand(await connectToShop(process.env, process.cwd()), process.argv.slice(2))
})
