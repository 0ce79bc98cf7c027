import { type BackupProgress } from '../../packages/embedded-supabase/src/backup.ts'

const [terminalMs, otherMs] = [200, 10_000]

/**
 * Creates a progress display. On a terminal it updates one line in place; otherwise it prints a line every ten seconds. `clock`
 * returns ms.
 */
export function createProgressLine(
  verb: string,
  clock: () => number,
  print: (line: string) => void,
  { isTTY, columns, write } = terminal(),
) {
  let last = isTTY ? 0 : clock()
  return {
    show({ what, done, total }: BackupProgress): void {
      if (clock() - last < (isTTY ? terminalMs : otherMs)) return
      last = clock()
      const share = total === 0 ? 100 : Math.floor((done / total) * 100)
      const line = `${verb}: ${share} % of ${formatMegabytes(total)}, ${what}`
      if (isTTY) write(`\r\u001B[K${line.slice(0, columns - 1)}`)
      else print(line)
    },
    end(): void {
      if (isTTY) write('\r\u001B[K')
    },
  }
}

function terminal(): { isTTY: boolean; columns: number; write: (text: string) => void } {
  const { isTTY, columns } = process.stdout
  // Uses 80 columns when the terminal reports 0, as terminals of unknown width do.
  return { isTTY, columns: columns || 80, write: (text) => void process.stdout.write(text) }
}

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })

export function formatMegabytes(bytes: number): string {
  return `${whole.format(bytes / 1_000_000)} MB`
}
