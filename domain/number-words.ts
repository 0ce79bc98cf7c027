const smallNumbers = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** Returns 'six' for 6; numbers above twelve are digits with separated thousands. */
export function formatNumberWord(count: number): string {
  return smallNumbers[count] ?? count.toLocaleString('en-GB')
}

/** Returns 'Six' for 6, for the beginning of a sentence. */
export function formatCapitalisedNumberWord(count: number): string {
  const word = formatNumberWord(count)
  return word.charAt(0).toUpperCase() + word.slice(1)
}
