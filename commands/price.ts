import { createInterface } from 'node:readline'
import { connectToShop, runCommand } from './owner/connect.ts'
import { checkPriceCommand, runPriceCommand } from './owner/price-command.ts'

await runCommand(async () => {
  const args = process.argv.slice(2)
  checkPriceCommand(args)
  await runPriceCommand({ ...(await connectToShop(process.env, process.cwd())), ask }, args)
})

/** The line that is typed in answer; '' when nobody is there. */
async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: question })
  lines.prompt()
  const { value } = await lines[Symbol.asyncIterator]().next()
  lines.close()
  return value ?? ''
}
