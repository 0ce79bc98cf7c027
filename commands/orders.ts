import { runWithShop } from './owner/connect.ts'
import { ordersCommand } from './owner/order-commands.ts'

await runWithShop(ordersCommand)
