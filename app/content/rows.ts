/** The rows of a table: a line each, its cells parted by bars, in the order of the columns' names. */
export function toRows<Name extends string>(
  names: readonly Name[],
  text: string,
): Record<Name, string>[] {
  return text
    .trim()
    .split('\n')
    .map((row) => {
      const cells = row.split(' | ')
      const named = names.map((name, place) => [name, cells[place] ?? ''])
      return Object.fromEntries(named) as Record<Name, string>
    })
}
