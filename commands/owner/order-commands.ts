import * as v from 'valibot'
import { parseArgs } from 'node:util'
import { unwrapPastedText } from '../../domain/pasted.ts'
import { parseDatabaseResult, OwnerError, type OwnerTools } from './connect.ts'
import { listOrders, parseOrderFilter } from './list-command.ts'
import { requireAmountInPence, requestRefund, type RefundRequest } from './refund-command.ts'
import { showOrder } from './show-command.ts'
import { cancelBox } from './stop-command.ts'
import { rpc, rpcAt } from '../../supabase/client.ts'

const usage = `npm run orders -- list                   the newest fifty, with what is in each (--page 2 for the next fifty)
npm run orders -- list paid              all that are to be packed; or another status
npm run orders -- list today             those of a day: today, 2026-11-20 or 20/11/2026
npm run orders -- list marsha            those with this in a name, an e-mail address, their number or a product
npm run orders -- show <number>          one order with its lines, what went back, and its payment events
npm run orders -- fulfil <number>        mark it as sent; in ten minutes its shopper gets a mail that says so
          --carrier "Royal Mail" --tracking AB123456789GB     (or the https address where it is followed)
          --jar old                      (or new) where a recipe changed since the order: which jar went in
npm run orders -- undo <number>          it was not sent after all: for ten minutes, before that mail goes
npm run orders -- refund <number> [sum]  pay back in part (850 in pence, or 8.50), or what is left
          --line 2 [--quantity 1]        pay back a line of it (show counts them), or so many pieces of it
          --restock                      what comes back goes into stock again
npm run orders -- stop <number> [now]    cancel the box that began with it, for the end of the paid time or at once`

const options = {
  carrier: { type: 'string' },
  tracking: { type: 'string' },
  jar: { type: 'string' },
  line: { type: 'string', multiple: true },
  quantity: { type: 'string' },
  restock: { type: 'boolean' },
  page: { type: 'string' },
} as const
type Typed = Omit<ReturnType<typeof parsed>, 'name'>

interface Command {
  /** The maximum number of arguments of the command. */
  words: number
  options?: (keyof typeof options)[]
  run: (tools: OwnerTools, typed: Typed) => Promise<void>
}

const commands = new Map<string | undefined, Command>(
  Object.entries({
    list: {
      words: 20,
      options: ['page'],
      run: (tools, { words, values: { page } }) =>
        listOrders(
          tools,
          parseOrderFilter(words.join(' '), tools.now()),
          page === undefined ? 1 : countOf(page),
        ),
    },
    show: { words: 1, run: (tools, { words }) => showOrder(tools, numberOf(words)) },
    fulfil: { words: 1, options: ['carrier', 'tracking', 'jar'], run: fulfil },
    undo: { words: 1, run: undo },
    refund: {
      words: 2,
      options: ['line', 'quantity', 'restock'],
      run: (tools, typed) => requestRefund(tools, numberOf(typed.words), wishOf(typed)),
    },
    stop: {
      words: 2,
      async run(tools, { words }) {
        if (words.length === 2 && words[1] !== 'now') throw new OwnerError(usage)
        await cancelBox(tools, numberOf(words), words[1] === 'now')
      },
    },
  } satisfies Record<string, Command>),
)

export function ordersCommand(args: string[]): (tools: OwnerTools) => Promise<void> {
  const { name, ...typed } = parsed(args)
  const command = commands.get(name)
  const isFitting =
    command !== undefined &&
    typed.words.length <= command.words &&
    Object.keys(typed.values).every((one) => command.options?.some((option) => option === one))
  if (!isFitting) throw new OwnerError(usage)
  return (tools) => command.run(tools, typed)
}

function parsed(args: string[]) {
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
    const [name, ...words] = positionals
    return { name, words, values }
  } catch (error) {
    throw new OwnerError(usage, { cause: error })
  }
}

function wishOf({ words: [, sum], values }: Typed): RefundRequest {
  const { line, quantity, restock = false } = values
  if (line === undefined) {
    if (quantity !== undefined) throw new OwnerError(usage)
    return { pence: sum === undefined ? null : requireAmountInPence(sum), lines: null, restock }
  }
  if (sum !== undefined || (quantity !== undefined && line.length > 1)) throw new OwnerError(usage)
  const pieces = quantity === undefined ? null : countOf(quantity)
  const places = new Set(line.map(countOf))
  const lines = [...places].map((place) => ({ position: place - 1, quantity: pieces }))
  return { pence: null, lines, restock }
}

async function fulfil(tools: OwnerTools, { words, values }: Typed): Promise<void> {
  const { carrier, tracking, jar } = values
  const number = numberOf(words)
  if (jar !== undefined) {
    if (jar !== 'old' && jar !== 'new') throw new OwnerError(usage)
    const chosen = await rpc(tools.client, 'choose_recipes', { p_number: number, p_jar: jar })
    parseDatabaseResult(v.object({}), chosen)
  }
  const answer = await rpcAt(tools, 'fulfil_order', {
    p_number: number,
    p_carrier: carrier === undefined ? null : readCarrier(carrier),
    p_tracking: tracking === undefined ? null : readTracking(tracking),
  })
  parseDatabaseResult(v.object({}), answer)
  tools.print(
    `Order ${number} is fulfilled. In ten minutes its shopper gets the mail that it is on its way; until then: npm run orders -- undo ${number}`,
  )
}

async function undo(tools: OwnerTools, { words }: Typed): Promise<void> {
  const number = numberOf(words)
  const answer = await rpcAt(tools, 'undo_fulfilment', { p_number: number })
  parseDatabaseResult(v.object({}), answer)
  tools.print(`Order ${number} is back among those to send. Its shopper hears nothing of it.`)
}

function readCarrier(text: string): string {
  const carrier = text.trim()
  if (carrier.length < 1 || carrier.length > 60 || /\p{Cc}/u.test(carrier))
    throw new OwnerError('A carrier is a name of up to sixty characters, such as "Royal Mail"')
  return carrier
}

/**
 * Parses a parcel's tracking: the carrier's number, or an https URL without a user name and password.
 * @throws OwnerError for any other text
 */
function readTracking(text: string): string {
  const tracking = unwrapPastedText(text)
  if (/^[0-9A-Za-z][0-9A-Za-z -]{2,39}$/.test(tracking)) return tracking
  const link = URL.canParse(tracking) ? new URL(tracking) : null
  if (link?.protocol !== 'https:' || link.username !== '' || link.href.length > 1000)
    throw new OwnerError(
      `"${text}" is no tracking number, and no address that starts with https://`,
    )
  return link.href
}

function countOf(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new OwnerError(usage)
  return Number(text)
}

function numberOf([text = '']: string[]): number {
  const [, number] = /^#?(\d{1,15})$/.exec(unwrapPastedText(text)) ?? []
  if (number === undefined) throw new OwnerError(usage)
  return Number(number)
}
