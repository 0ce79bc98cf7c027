import { runWithoutShop } from './owner/connect.ts'
import { runRestore } from './owner/restore-command.ts'

await runWithoutShop(runRestore)
