import { toCartProduct } from '../../../domain/cart.ts'
import { memoizeByObject } from '../../../domain/memoize.ts'
import { isAutomaticMethod } from '../../../domain/delivery.ts'
import { sortByBestSeller, filterQuickAddProducts } from '../../../domain/pairings.ts'
import { findRelatedProducts } from '../../../domain/related.ts'
import { shopContext } from '../../core/context.ts'
import type { Pairings } from '../../features/cart/pairings.ts'
import type { CardProduct } from '../../features/catalogue/card-product.ts'
import {
  listBestSellers,
  listProductCards,
  listDeliveryMethods,
} from '../../features/catalogue/queries.server.ts'
import { readOrThrow503 } from '../head.server.ts'
import type { Route } from './+types/pairings.ts'

/** More products than are shown, because the browser omits those in the cart, which the server does not know. */
const MOST = 8

/** Returns the products that go with a product, or best sellers without one, and the automatic delivery methods. */
export async function loader({ context, params: { slug } }: Route.LoaderArgs): Promise<Response> {
  const shop = context.get(shopContext)
  const [cards, sold, methods] = await readOrThrow503(shop, () =>
    Promise.all([
      shop.readRows('cards', listProductCards),
      slug === undefined ? shop.readRows('best-sellers', listBestSellers) : [],
      shop.readRows('delivery', listDeliveryMethods),
    ]),
  )
  const product = cards.find((card) => card.slug === slug)
  if (slug !== undefined && product === undefined) throw new Response(null, { status: 404 })
  const { buyable, findRelated } = getShelf(cards)
  const products =
    product === undefined
      ? sortByBestSeller(buyable, sold).slice(0, MOST)
      : findRelated(product, MOST)
  const automatic = methods
    .filter(isAutomaticMethod)
    .map(({ name, price, automaticAbove }) => ({ name, price, automaticAbove }))
  const pairings: Pairings = { products: products.map(toCartProduct), automatic }
  return Response.json(pairings, { headers: { 'X-Robots-Tag': 'noindex' } })
}

const getShelf = memoizeByObject((cards: readonly CardProduct[]) => {
  const buyable = filterQuickAddProducts(cards)
  return { buyable, findRelated: findRelatedProducts(buyable) }
})
