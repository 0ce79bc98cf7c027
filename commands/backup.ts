import { setPriority } from 'node:os'
import { readConfig } from '../server/config.ts'
import { runBackup } from './owner/backup-command.ts'
import { runCommand } from './owner/connect.ts'

/** Below whoever serves shoppers. */
setPriority(19)
await runCommand(async () => {
  const tools = { clock: Date.now, print: (line: string) => console.log(line) }
  await runBackup(readConfig(process.env, process.cwd()), process.argv.slice(2), tools)
})
