import { createInterface } from 'node:readline'
import { runWithShop } from './owner/connect.ts'
import { priceCommand } from './owner/price-command.ts'

await runWithShop((args) => {
  const run = priceCommand(args)
  return (tools) => run({ ...tools, ask })
})

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: question })
  lines.prompt()
  const { value } = await lines[Symbol.asyncIterator]().next()
  lines.close()
  return value ?? ''
}
