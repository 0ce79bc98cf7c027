import { expect, test } from 'vitest'
import { announceAdded, onAdded } from './added.ts'
import { makeProduct } from './cart.fixtures.ts'

const added = { product: makeProduct(), quantity: 2 }

test('what was added before anybody listened is heard by the first who asks, and by nobody later', () => {
  const heard: unknown[] = []
  announceAdded(added)
  const end = onAdded((what) => heard.push(['first', what]))
  expect(heard).toEqual([['first', added]])
  end()
  onAdded((what) => heard.push(['second', what]))()
  expect(heard).toHaveLength(1)
})

test('what somebody heard of is not told again to who asks later', () => {
  const heard: unknown[] = []
  const end = onAdded((what) => heard.push(what))
  announceAdded(added)
  end()
  onAdded((what) => heard.push(what))()
  expect(heard).toEqual([added])
})
