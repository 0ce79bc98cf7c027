import { readConfig } from '../server/config.ts'
import { runCommand } from './owner/connect.ts'
import { runRestore } from './owner/restore-command.ts'

await runCommand(async () => {
  const tools = { clock: Date.now, print: (line: string) => console.log(line) }
  await runRestore(readConfig(process.env, process.cwd()), process.argv.slice(2), tools)
})
