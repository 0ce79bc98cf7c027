import { expect, test } from 'vitest'
import { announceAdded, onAdded } from './added.ts'
import { makeProduct } from './cart.fixtures.ts'

const added = { product: makeProduct(), quantity: 2 }

test('the first listener receives an addition from before it subscribed, and later listeners do not', () => {
  const received: unknown[] = []
  announceAdded(added)
  const end = onAdded((addition) => received.push(['first', addition]))
  expect(received).toEqual([['first', added]])
  end()
  onAdded((addition) => received.push(['second', addition]))()
  expect(received).toHaveLength(1)
})

test('an addition that a listener has received is not delivered to later listeners', () => {
  const received: unknown[] = []
  const end = onAdded((addition) => received.push(addition))
  announceAdded(added)
  end()
  onAdded((addition) => received.push(addition))()
  expect(received).toEqual([added])
})
