import { beforeEach, expect, test } from 'vitest'
import { dismissToast, readToasts, showToast } from './toasts.ts'

const titles = () => readToasts().map(({ title }) => title)

beforeEach(() => {
  for (const { id } of readToasts()) dismissToast(id)
})

test('a new toast replaces the one before', () => {
  showToast({ title: 'One' })
  showToast({ title: 'Two' })
  expect(titles()).toEqual(['Two'])
})

test('several toasts are shown together when requested, but never more than three', () => {
  for (const title of ['One', 'Two', 'Three', 'Four']) showToast({ title }, 10)
  expect(titles()).toEqual(['Two', 'Three', 'Four'])
})

test('dismissing a toast twice changes nothing', () => {
  const id = showToast({ title: 'One' })
  dismissToast(id)
  const after = readToasts()
  dismissToast(id)
  expect(titles()).toEqual([])
  expect(readToasts()).toBe(after)
})
