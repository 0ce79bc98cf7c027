/** Parses a table with a row per line. Cells are separated by bars, in the order of `names`. */
export function parseRows<Name extends string>(
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
