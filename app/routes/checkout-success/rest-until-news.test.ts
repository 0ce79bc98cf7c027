import { expect, test } from 'vitest'
import { createListeners } from '../../ui/listeners.ts'
import { waitForUpdate } from './use-order-of-session.ts'

test('news that comes while an older answer is on its way is a reason to ask once more, and only once', async () => {
  const news = createListeners()
  const { rest, end } = waitForUpdate(news)
  const said: string[] = []
  news.tell()
  news.tell()
  await rest(null)
  const next = rest(null).then(() => said.push('rested'))
  await Promise.resolve()
  expect(said).toEqual([])
  news.tell()
  await next
  expect(said).toEqual(['rested'])
  const last = rest(null)
  end()
  await last
})
