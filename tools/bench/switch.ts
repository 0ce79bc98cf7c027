import { holdSocket } from '../../tests/support/held-socket.ts'
import { atMost, exactly, type Figure, median, show } from './figure.ts'

const switches = 5

/** How long somebody waits who asks while one process ends and the next one opens on the socket that is held for them. */
export async function measureSwitch(): Promise<Figure[]> {
  const held = await holdSocket()
  const waits: number[] = []
  let refused = 0
  try {
    await held.start()
    for (let round = 0; round < switches; round++) {
      const visitor = { isDone: false, longest: 0, refused: 0 }
      const visiting = goOnAsking(`${held.url}/shop`, visitor)
      await held.stop()
      await held.start()
      visitor.isDone = true
      await visiting
      waits.push(visitor.longest)
      refused += visitor.refused
    }
  } finally {
    await held.remove()
  }
  return [
    atMost({
      name: 'the longest wait for a page while an update is switched to',
      value: median(waits),
      show: show.seconds,
      limit: 3000,
      beside: `${switches} switches: ${waits.map(show.seconds).join(', ')}`,
    }),
    exactly({
      name: 'requests without their page while an update is switched to',
      value: refused,
      limit: 0,
      show: show.plain,
      beside: '',
    }),
  ]
}

async function goOnAsking(
  url: string,
  visitor: { isDone: boolean; longest: number; refused: number },
): Promise<void> {
  while (!visitor.isDone) {
    const began = performance.now()
    const isPage = await fetch(url).then(
      async (answer) => (await answer.text()) !== '' && answer.ok,
      () => false,
    )
    if (!isPage) visitor.refused += 1
    visitor.longest = Math.max(visitor.longest, performance.now() - began)
  }
}
