/** The starts of the names of event handlers, so that "onion =" and "once =" do not match as attributes. */
const handlers =
  'on(?:abort|animation|auxclick|before|blur|cancel|change|click|close|contextmenu|copy|cut|dblclick|drag|drop|ended|error|' +
  'focus|formdata|hashchange|input|invalid|key|load|message|mouse|page(?:hide|show)|paste|pause|play|pointer|popstate|progress|' +
  'reset|resize|scroll|search|seek|select|show|stalled|submit|suspend|time|toggle|touch|transition|unload|volume|waiting|wheel)[a-z]{0,16}'
/** Ends a string literal and its SQL statement: '; or '); */
const endsStatement = String.raw`["']\s{0,10}\)?\s{0,10};\s{0,10}`
const identifier = String.raw`[a-z_][\w.]{0,63}`
const endsQuery = String.raw`\s{0,10}(?:;|--\s{0,10}$)`
/** Requires the end of the text or more SQL after the table of a query. */
const endsTable = String.raw`\s{0,10}(?:$|;|--|#|\/\*|\)|,|\b(?:where|limit|union|group\s{1,10}by|order\s{1,10}by)\b)`

/**
 * The patterns of the specification, section 5, narrow enough to accept honest messages: a SQL verb after a semicolon matches only
 * as a part of a whole statement. Each repetition is bounded, so that the time is linear in the length of a message.
 */
const patterns: readonly RegExp[] = [
  /<\s{0,20}\/?\s{0,20}(?:script|iframe|object|embed)\b/i,
  /\bjavascript:\S/i,
  new RegExp(String.raw`<[a-z][^<>]{0,200}[\s/"']${handlers}\s{0,10}=`, 'i'),
  new RegExp(String.raw`["']\s{0,10}${handlers}\s{0,10}=\s{0,10}["']`, 'i'),
  new RegExp(
    String.raw`\bunion\s{1,10}(?:all\s{1,10})?select\s{1,10}(?:\d|\*|null\b|["'@]|${identifier}\(|${identifier}(?:\s{0,10},\s{0,10}${identifier}){0,20}\s{1,10}from\s{1,10}${identifier}${endsTable})`,
    'i',
  ),
  new RegExp(String.raw`\bselect\s{1,10}\*\s{1,10}from\s{1,10}${identifier}${endsTable}`, 'i'),
  new RegExp(
    String.raw`${endsStatement}(?:drop|truncate)\s{1,10}(?:table|database|schema|view|role|user)\s{1,10}${identifier}${endsQuery}`,
    'i',
  ),
  new RegExp(
    String.raw`${endsStatement}alter\s{1,10}table\s{1,10}${identifier}\s{1,10}(?:add|alter|drop|owner|rename)\b`,
    'i',
  ),
  new RegExp(
    String.raw`${endsStatement}delete\s{1,10}from\s{1,10}${identifier}(?:${endsQuery}|\s{1,10}where\s{1,10}${identifier}\s{0,10}[=<>])`,
    'i',
  ),
  new RegExp(
    String.raw`${endsStatement}insert\s{1,10}into\s{1,10}${identifier}\s{0,10}(?:\([^()]{0,200}\)\s{0,10})?values\s{0,10}\(`,
    'i',
  ),
  new RegExp(
    String.raw`${endsStatement}update\s{1,10}${identifier}\s{1,10}set\s{1,10}${identifier}\s{0,10}=`,
    'i',
  ),
  new RegExp(
    String.raw`\b(?:drop|truncate)\s{1,10}table\s{1,10}${identifier}\s{0,10};\s{0,10}--\s{0,10}$`,
    'i',
  ),
  /'\s{0,10}or\s{1,10}'?(\w{1,20})'?\s{0,10}=\s{0,10}'?\1\b/i,
  /\b(?:eval|exec)\(\s{0,10}(?:["'`]|[\w$]{1,60}\s{0,10}[(.])/i,
  /\bexec(?:ute)?\s{1,10}(?:xp|sp)_\w/i,
]

const maxCheckedLength = 10_000

/**
 * Returns 'Suspicious content detected in {field}', or null for honest text. Checks only the first 10,000 characters, because no
 * accepted message is longer.
 */
export function findSuspicion(field: string, value: string): string | null {
  const text = value.slice(0, maxCheckedLength)
  return patterns.some((pattern) => pattern.test(text))
    ? `Suspicious content detected in ${field}`
    : null
}
