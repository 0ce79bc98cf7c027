import { parseArgs } from 'node:util'
import type { Refusal } from '../../supabase/functions/_shared/answers.ts'
import { call } from '../../supabase/functions/_shared/supabase.ts'
import { OwnerError, type OwnerTools } from './connect.ts'
import { listOrders, readFilter } from './list-command.ts'
import { readSum, refund, type RefundWish } from './refund-command.ts'
import { showOrder } from './show-command.ts'
import { stopBox } from './stop-command.ts'

const usage = `npm run orders -- list                   the newest fifty, with what is in each (--page 2 for the next fifty)
npm run orders -- list paid              all that are to be packed; or another status
npm run orders -- list today             those of a day: today, 2026-11-20 or 20/11/2026
npm run orders -- list marsha            those with this in a name, an e-mail address, their number or a product
npm run orders -- show <number>          one order with its lines, what went back, and its payment events
npm run orders -- fulfil <number>        mark it as sent; in ten minutes its shopper gets a mail that says so
          --carrier "Royal Mail" --tracking AB123456789GB     (or the https address where it is followed)
npm run orders -- undo <number>          it was not sent after all: for ten minutes, before that mail goes
npm run orders -- refund <number> [sum]  pay back in part (850 in pence, or 8.50), or what is left
          --line 2 [--quantity 1]        pay back a line of it (show counts them), or so many pieces of it
          --restock                      what comes back goes into stock again
npm run orders -- stop <number> [now]    cancel the box that began with it, for the end of the paid time or at once`

const options = {
  carrier: { type: 'string' },
  tracking: { type: 'string' },
  line: { type: 'string', multiple: true },
  quantity: { type: 'string' },
  restock: { type: 'boolean' },
  page: { type: 'string' },
} as const

type Command = 'list' | 'show' | 'fulfil' | 'undo' | 'refund' | 'stop'

/** How many words each command takes at most, and which options. */
const commands: Record<Command, { words: number; options: readonly (keyof typeof options)[] }> = {
  list: { words: 20, options: ['page'] },
  show: { words: 1, options: [] },
  fulfil: { words: 1, options: ['carrier', 'tracking'] },
  undo: { words: 1, options: [] },
  refund: { words: 2, options: ['line', 'quantity', 'restock'] },
  stop: { words: 2, options: [] },
}

/** @throws OwnerError with what there is, unless this is one of the commands */
export function checkCommand(args: string[]): void {
  readCommand(args)
}

/**
 * Runs one of the owner's commands.
 * @throws OwnerError with what the owner should know
 */
export async function runOrdersCommand(tools: OwnerTools, args: string[]): Promise<void> {
  const { command, words, values } = readCommand(args)
  const [first, second] = words
  switch (command) {
    case 'list':
      return listOrders(tools, readFilter(words.join(' '), tools.now()), readCount(values.page, 1))
    case 'show':
      return showOrder(tools, numberOf(first))
    case 'fulfil':
      return fulfil(tools, numberOf(first), values)
    case 'undo':
      return undo(tools, numberOf(first))
    case 'refund':
      return refund(tools, numberOf(first), wishOf(second, values))
    case 'stop':
      if (second !== undefined && second !== 'now') throw new OwnerError(usage)
      return stopBox(tools, numberOf(first), second === 'now')
  }
}

interface Values {
  carrier?: string
  tracking?: string
  line?: string[]
  quantity?: string
  restock?: boolean
  page?: string
}

function readCommand(args: string[]): { command: Command; words: string[]; values: Values } {
  const { positionals, values } = parsed(args)
  const [command, ...words] = positionals
  const found = Object.hasOwn(commands, command ?? '') ? commands[command as Command] : undefined
  const isFitting =
    found !== undefined &&
    words.length <= found.words &&
    Object.keys(values).every((name) => found.options.some((option) => option === name))
  if (!isFitting) throw new OwnerError(usage)
  return { command: command as Command, words, values }
}

function parsed(args: string[]): { positionals: string[]; values: Values } {
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
    return { positionals, values: { ...values } }
  } catch (error) {
    throw new OwnerError(usage, { cause: error })
  }
}

/** What is to go back, and what of it into stock. */
function wishOf(sum: string | undefined, { line, quantity, restock = false }: Values): RefundWish {
  if (line === undefined) {
    if (quantity !== undefined) throw new OwnerError(usage)
    return { pence: sum === undefined ? null : readSum(sum), lines: null, restock }
  }
  if (sum !== undefined || (quantity !== undefined && line.length > 1)) throw new OwnerError(usage)
  const pieces = quantity === undefined ? null : readCount(quantity, 1)
  const places = new Set(line.map((one) => readCount(one, 1)))
  const lines = [...places].map((place) => ({ position: place - 1, quantity: pieces }))
  return { pence: null, lines, restock }
}

async function fulfil(
  { client, now, print }: OwnerTools,
  number: number,
  { carrier, tracking }: Values,
): Promise<void> {
  const outcome = await call<{ error: Refusal } | { number: number }>(client, 'fulfil_order', {
    p_number: number,
    p_now: new Date(now()).toISOString(),
    p_carrier: carrier === undefined ? null : readCarrier(carrier),
    p_tracking: tracking === undefined ? null : readTracking(tracking),
  })
  if ('error' in outcome) throw new OwnerError(outcome.error.message)
  print(
    `Order ${number} is fulfilled. In ten minutes its shopper gets the mail that it is on its way; until then: npm run orders -- undo ${number}`,
  )
}

async function undo({ client, now, print }: OwnerTools, number: number): Promise<void> {
  const outcome = await call<{ error: Refusal } | { number: number }>(client, 'undo_fulfilment', {
    p_number: number,
    p_now: new Date(now()).toISOString(),
  })
  if ('error' in outcome) throw new OwnerError(outcome.error.message)
  print(`Order ${number} is back among those to send. Its shopper hears nothing of it.`)
}

function readCarrier(text: string): string {
  const carrier = text.trim()
  if (carrier.length < 1 || carrier.length > 60 || /\p{Cc}/u.test(carrier))
    throw new OwnerError('A carrier is a name of up to sixty letters, such as "Royal Mail"')
  return carrier
}

/** A carrier's number, or an address of https that leads nowhere by a name and password. */
function readTracking(text: string): string {
  const tracking = text.trim()
  if (/^[0-9A-Za-z][0-9A-Za-z -]{2,39}$/.test(tracking)) return tracking
  const link = URL.canParse(tracking) ? new URL(tracking) : null
  if (link?.protocol !== 'https:' || link.username !== '' || link.href.length > 1000)
    throw new OwnerError(
      `"${text}" is no tracking number, and no address that starts with https://`,
    )
  return link.href
}

function readCount(text: string | undefined, usual: number): number {
  if (text === undefined) return usual
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new OwnerError(usage)
  return Number(text)
}

function numberOf(text: string | undefined): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw new OwnerError(usage)
  return Number(text)
}
