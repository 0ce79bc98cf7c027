import { runWithShop } from './owner/connect.ts'
import { outboxCommand } from './owner/outbox-commands.ts'

await runWithShop(outboxCommand)
