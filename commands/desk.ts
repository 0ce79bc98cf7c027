import { deskCommand } from './owner/desk-command.ts'
import { runWithShop } from './owner/connect.ts'

await runWithShop(deskCommand)
