import { setPriority } from 'node:os'

/** Below whoever serves shoppers; what is loaded from here on, and the threads that it starts, are there, too. */
setPriority(19)
const { readConfig } = await import('../server/config.ts')
const { runBackup } = await import('./owner/backup-command.ts')
const { runCommand } = await import('./owner/connect.ts')
await runCommand(async () => {
  const tools = { clock: Date.now, print: (line: string) => console.log(line) }
  await runBackup(readConfig(process.env, process.cwd()), process.argv.slice(2), tools)
})
