/** Matches the reason for which a comment may break a rule, such as "(wording: quotes the law)". */
const escape = /\(wording: [^)]{8,}\)/

const rules: { pattern: RegExp; advice: string }[] = [
  {
    pattern:
      /^(?:what|who|whose|whom|whoever|whatever|where|whether|how|of|said|such|none|null)\b/i,
    advice: 'Begin with what the code does or returns, in a sentence with a subject or a verb.',
  },
  {
    pattern:
      /\b(?:anew|whoever|whosoever|in step with|hears? of|tells? of|told of|at hand|of before|goes on after|comes? alive)\b/i,
    advice: 'Use the word of the documentation of React, PostgreSQL, Supabase or Stripe.',
  },
  {
    pattern: /\bstands? (?:there|where|for|beside|below|above|in|on)\b/i,
    advice: 'Use "is".',
  },
  {
    pattern: /\b(?:without a line|the line is (?:back|lost))\b/i,
    advice: 'Use "connection" or "offline".',
  },
]

/** Returns advice on the first broken rule of CONTRIBUTING.md, or null when the comment follows all of them. */
export function findCommentFault(text: string): string | null {
  if (escape.test(text)) return null
  for (const { pattern, advice } of rules) {
    const [words] = pattern.exec(text) ?? []
    if (words) return `"${words}": ${advice}`
  }
  return null
}
