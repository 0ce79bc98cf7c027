export function mailLink(to: string, subject: string): string {
  return `mailto:${to}?subject=${encodeURIComponent(subject)}`
}
