import { runAside } from './owner/connect.ts'
import { runRestore } from './owner/restore-command.ts'

await runAside(runRestore)
