import { runStandalone } from './owner/connect.ts'
import { runRestore } from './owner/restore-command.ts'

await runStandalone(runRestore)
