const smallNumbers = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** 'six' for 6; what is above twelve stands in digits, with thousands separated. */
export function numberWord(count: number): string {
  return smallNumbers[count] ?? count.toLocaleString('en-GB')
}

/** 'Six' for 6, at the beginning of a sentence. */
export function leadingNumber(count: number): string {
  const word = numberWord(count)
  return word.charAt(0).toUpperCase() + word.slice(1)
}
