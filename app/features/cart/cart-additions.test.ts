import { expect, test } from 'vitest'
import { emitAddition, onAddition } from './cart-additions.ts'
import { makeProduct } from './cart.fixtures.ts'

const added = { product: makeProduct(), quantity: 2 }

test('the first listener receives an addition from before it subscribed, and later listeners do not', () => {
  const received: unknown[] = []
  emitAddition(added)
  const end = onAddition((addition) => received.push(['first', addition]))
  expect(received).toEqual([['first', added]])
  end()
  onAddition((addition) => received.push(['second', addition]))()
  expect(received).toHaveLength(1)
})

test('an addition that a listener has received is not delivered to later listeners', () => {
  const received: unknown[] = []
  const end = onAddition((addition) => received.push(addition))
  emitAddition(added)
  end()
  onAddition((addition) => received.push(addition))()
  expect(received).toEqual([added])
})
