import { measureDesk } from './bench/desk.ts'
import { describeFigure } from './bench/report.ts'
const figures = await measureDesk(
  { seconds: 1, rounds: 1, minutes: 1, kills: 0, restarts: 0, seed: 1 },
  0.02,
)
console.log(figures.map(describeFigure).join('\n'))
