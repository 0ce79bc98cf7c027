/** Formats "+442079460123" as "020 7946 0123"; returns a number of another country unchanged. */
export function formatPhone(phone: string): string {
  const national = /^\+44(\d{10})$/.exec(phone)?.[1]
  if (national === undefined) return phone
  const cuts = national.startsWith('2') ? [2, 6] : national.startsWith('7') ? [4, 7] : [4]
  const parts = [0, ...cuts].map((from, index) => national.slice(from, cuts[index]))
  return `0${parts.join(' ')}`
}
