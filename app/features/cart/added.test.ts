import { expect, test } from 'vitest'
import { announceAdded, onAdded } from './added.ts'

test('what was added before anybody listened is heard by the first who asks, and by nobody later', () => {
  const heard: string[] = []
  announceAdded()
  const end = onAdded(() => heard.push('first'))
  expect(heard).toEqual(['first'])
  end()
  onAdded(() => heard.push('second'))()
  expect(heard).toEqual(['first'])
})

test('what somebody heard of is not told again to who asks later', () => {
  const heard: string[] = []
  const end = onAdded(() => heard.push('first'))
  announceAdded()
  end()
  onAdded(() => heard.push('second'))()
  expect(heard).toEqual(['first'])
})
