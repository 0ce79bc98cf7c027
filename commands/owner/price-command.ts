import { getRows, type ShopClient } from '../../supabase/client.ts'
import { formatPence } from '../../domain/money.ts'
import { isLikelyPriceTypo } from '../../domain/price-typo.ts'
import { OwnerError, type OwnerTools } from './connect.ts'
import { parseAmountInPence, requireAmountInPence } from './refund-command.ts'

const usage = `npm run price                      what everything costs, with the names to type
npm run price -- chilli            those with this in their name
npm run price -- <product> <sum>   its new price: 850 in pence, or 8.50`

interface Tools extends Pick<OwnerTools, 'client' | 'print'> {
  ask: (question: string) => Promise<string>
}

/** A product with its price; a null price is shown as "Price TBA". */
interface Priced {
  id: string
  slug: string
  name: string
  price: {
    id: string
    /** The latest price of the owner, in pence. */
    amount: number
    /** The price that customers are charged, in pence. It differs from `amount` until the payment provider has the latest price. */
    sells: number
  } | null
}

const maxShown = 200

/**
 * Parses the arguments of `npm run price` and returns the command to run, which shows prices or changes one. A new price of at
 * least ten times or at most a tenth of the current one must be confirmed.
 * @throws OwnerError, without any change
 */
export function priceCommand(args: string[]): (tools: Tools) => Promise<void> {
  if (args.length > 2 || args.some((arg) => arg.startsWith('--'))) throw new OwnerError(usage)
  const [words = '', sum] = args
  if (sum === undefined) return (tools) => showPrices(tools, words)
  const pence = requireAmountInPence(sum)
  if (pence === 0) throw new OwnerError('A price is a penny at least')
  return (tools) => changePrice(tools, words, pence)
}

async function showPrices({ client, print }: Tools, words: string): Promise<void> {
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`
  const products = await readProducts(client, 'name', pattern)
  if (products.length === 0) throw new OwnerError(`There is no product with "${words}" in its name`)
  const width = Math.max(...products.map(({ slug }) => slug.length))
  for (const { slug, name, price } of products)
    print(`${slug.padEnd(width)}  ${priceText(price).padStart(9)}  ${name}`)
  if (products.length === maxShown) print(`These are the first ${maxShown}.`)
}

async function changePrice(tools: Tools, slug: string, pence: number): Promise<void> {
  const [product] = await readProducts(tools.client, 'slug', slug)
  if (product === undefined)
    throw new OwnerError(`There is no product ${slug}. To see them all: npm run price`)
  const { name, price } = product
  if (price?.amount === pence) throw new OwnerError(`${name} costs ${formatPence(pence)} already`)
  if (isLikelyPriceTypo(price?.amount ?? null, pence)) await askAgain(tools, product, pence)
  await writePrice(tools.client, product, pence)
  tools.print(
    `${name} costs ${formatPence(pence)} as soon as the payment provider knows, which takes seconds. Before: ${priceText(price)}`,
  )
}

async function askAgain({ ask }: Tools, { name, price }: Priced, pence: number): Promise<void> {
  const former = price?.amount ?? 0
  const how = pence > former ? 'ten times as much, or more' : 'a tenth of that, or less'
  const answer = await ask(
    `${name} costs ${formatPence(former)}. ${formatPence(pence)} is ${how}. If that is meant, type the price once more: `,
  )
  if (parseAmountInPence(answer.trim()) !== pence)
    throw new OwnerError(`${name} still costs ${formatPence(former)}: nothing was changed`)
}

async function writePrice(client: ShopClient, product: Priced, pence: number): Promise<void> {
  const { id, name, price } = product
  const prices = client.from('prices')
  const written = await getRows(
    'The price',
    price === null
      ? prices.insert({ product_id: id, unit_amount: pence }).select('id')
      : prices
          .update({ unit_amount: pence })
          .eq('id', price.id)
          .eq('unit_amount', price.sells)
          .or(`next_amount.is.null,next_amount.eq.${price.amount}`)
          .select('id'),
  )
  if (written.length === 0)
    throw new OwnerError(`The price of ${name} was changed by somebody else meanwhile`)
}

async function readProducts(
  client: ShopClient,
  column: 'slug' | 'name',
  pattern: string,
): Promise<Priced[]> {
  const chosen = client
    .from('products')
    .select('id, slug, name, prices(id, position, unit_amount, next_amount)')
  const found = column === 'slug' ? chosen.eq('slug', pattern) : chosen.ilike('name', pattern)
  const products = await getRows('The products', found.order('Sort_order').limit(maxShown))
  return products.map(({ id, slug, name, prices }) => {
    const [first] = prices.toSorted((one, other) => one.position - other.position)
    if (first === undefined) return { id, slug, name, price: null }
    const { unit_amount: sells, next_amount: next } = first
    return { id, slug, name, price: { id: first.id, amount: next ?? sells, sells } }
  })
}

function priceText(price: Priced['price']): string {
  return price === null ? 'Price TBA' : formatPence(price.amount)
}
