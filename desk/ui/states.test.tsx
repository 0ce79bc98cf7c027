import { onlineManager, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'

vi.mock('../data/client.ts', () => ({}))
const { QueryBoundary } = await import('./query-state.tsx')

function Order() {
  const query = useQuery({ queryKey: ['order'], queryFn: () => 'Here' })
  return (
    <QueryBoundary query={query} things="The order">
      {(words) => words}
    </QueryBoundary>
  )
}

test('a query that is not cached waits for the connection while the device is offline', () => {
  onTestFinished(() => onlineManager.setOnline(true))
  onlineManager.setOnline(false)
  const shown = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <Order />
    </QueryClientProvider>,
  )
  expect(shown).toContain('It comes when the signal is back.')
})
