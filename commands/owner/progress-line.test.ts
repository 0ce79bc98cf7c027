import { expect, test } from 'vitest'
import { createProgressLine } from './progress-line.ts'

function run(isTTY: boolean): { lines: string[]; written: string[] } {
  const [lines, written]: [string[], string[]] = [[], []]
  let now = 0
  const terminal = { isTTY, columns: 40, write: (text: string) => void written.push(text) }
  const { show, end } = createProgressLine(
    'Backing up',
    () => now,
    (line) => void lines.push(line),
    terminal,
  )
  for (now = 1000; now <= 20_000; now += 1000)
    show({ what: 'public.orders', done: now * 50, total: 1_000_000 })
  end()
  return { lines, written }
}

test('a terminal shows the progress in one line, which is cleared at the end', () => {
  const { lines, written } = run(true)
  expect(lines).toEqual([])
  expect(written).toHaveLength(21)
  expect(written[1]).toBe('\r\u001B[KBacking up: 10 % of 1 MB, public.orders')
  expect(written.at(-1)).toBe('\r\u001B[K')
})

test('an output that is not a terminal gets a progress line every ten seconds', () => {
  const { lines, written } = run(false)
  expect(lines).toEqual([
    'Backing up: 50 % of 1 MB, public.orders',
    'Backing up: 100 % of 1 MB, public.orders',
  ])
  expect(written).toEqual([])
})
