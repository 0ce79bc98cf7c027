import { findAllergens } from './allergen-answers.ts'
import { type AllergenId, allergens } from './allergen-words.ts'
import {
  type AvoidedId,
  getProductLabel,
  type ProductLabelRow,
  type AvoidanceVerdict,
  getAvoidanceVerdict,
  verdictText,
} from './avoid.ts'

const allIds = allergens.map(({ id }) => id)

/** Names of allergens and groups of allergens that tags use and `findAllergens` does not find, in the singular and plural. */
const groups: [RegExp, readonly AllergenId[]][] = [
  [/\b(?:gluten|wheat|cereals?|grains?|coeliacs?|celiacs?)\b/, ['gluten']],
  [/\b(?:dairy|milk|lactose|butter|cheese|cream)\b/, ['milk']],
  [/\b(?<!tree )nuts?\b/, ['nuts', 'peanuts']],
  [/\btree nuts?\b/, ['nuts']],
  [/\bpea nuts?\b/, ['peanuts']],
  [/\bshell ?fish\b/, ['crustaceans', 'molluscs']],
  [/\bsea ?food\b/, ['crustaceans', 'fish', 'molluscs']],
  [/\b(?:sul(?:ph|f)(?:ites?|ur))\b/, ['sulphites']],
  [/\ballerg(?:ens?|y|ies)\b/, allIds],
]

const abbreviations: Record<string, readonly AvoidedId[]> = {
  gf: ['gluten'],
  df: ['milk'],
  lf: ['milk'],
  nf: ['nuts', 'peanuts'],
  ve: ['vegan'],
  vg: ['vegan'],
  v: ['vegetarian'],
  veg: ['vegetarian'],
  veggie: ['vegetarian'],
  'free from': allIds,
}

const compoundParts =
  'gluten|wheat|dairy|milk|lactose|butter|cheese|cream|(?:tree)?nuts?|peanuts?|eggs?|soya?|sesame|celery|mustard|lupin|fish|shellfish|seafood|crustaceans?|molluscs?|sulph?ites?|sulfites?|allergens?|meat|animal'

/**
 * Returns the allergens that a tag claims to be absent, and the diets that it claims to suit, in any spelling: "#gluten-free",
 * "glutenfree", "free from milk & eggs", "no nuts", "Plant-Based". Returns an empty list for any other tag.
 */
export function parseTagClaims(tag: string): AvoidedId[] {
  const words = normaliseTag(tag)
  const claims = new Set<AvoidedId>(abbreviations[words])
  if (/^(?:not|isn t|never|non) .*(?:free|vegan|vegetarian|based)\b/.test(words)) return []
  if (/\b(?:vegans?|plant based|animal free)\b/.test(words)) claims.add('vegan')
  if (/\b(?:vegetarians?|veggie|meat free|meatless|no meat)\b/.test(words)) claims.add('vegetarian')
  for (const id of findDeniedAllergens(getDeniedPart(words))) claims.add(id)
  return [...claims]
}

/** Returns the words of a tag in lower case, without accents and with common compounds split. */
function normaliseTag(tag: string): string {
  return tag
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .replaceAll(/(?<=[a-z]{2})(?=(?:free|less|safe)(?:from|of)?\b)/g, ' ')
    .replaceAll(/\bfree ?(from|of)/g, 'free $1 ')
    .replaceAll(new RegExp(`\\b(free|no|non|without|zero)(?=(?:${compoundParts})\\b)`, 'g'), '$1 ')
    .replaceAll(/\b(plant|animal)(?=based|free)/g, '$1 ')
    .replaceAll(/\bvegan(?=s?friendly)/g, 'vegan ')
    .trim()
}

/** Returns the part of a tag that names absent ingredients. */
function getDeniedPart(words: string): string {
  const before = /^(.*?)\b(?:free(?! range)|less|safe|friendly)\b/.exec(words)?.[1]
  const after = /\b(?:free (?:from|of)|no|non|without|zero|sans|safe for|suitable for)\b(.*)$/.exec(
    words,
  )?.[1]
  return `${before ?? ''} ; ${after ?? ''}`
}

function findDeniedAllergens(denied: string): AllergenId[] {
  const named = groups.flatMap(([pattern, ids]) => (pattern.test(denied) ? ids : []))
  return [...named, ...findAllergens(denied).keys()]
}

/** Returns the reason why the label does not support a tag; null when it does, and for a tag without a claim. */
function getClaimFault(tag: string, row: ProductLabelRow): AvoidanceVerdict | null {
  const claims = parseTagClaims(tag)
  // The product's other tags are left out, so that they cannot affect the verdict about this one.
  const tags = claims.filter((id) => id === 'vegan' || id === 'vegetarian')
  const verdict = getAvoidanceVerdict(getProductLabel({ ...row, tags }), claims)
  return verdict.faults.length === 0 ? null : verdict
}

/** Returns the tags that pages may show: those whose claims the label confirms. */
export const getSupportedTags = (row: ProductLabelRow): string[] =>
  (row.tags ?? []).filter((tag) => getClaimFault(tag, row) === null)

/** Returns the tags that pages hide, each with its reason, for the desk. */
export function getHiddenTags(row: ProductLabelRow): { tag: string; reason: string }[] {
  return (row.tags ?? []).flatMap((tag) => {
    const fault = getClaimFault(tag, row)
    return fault === null ? [] : [{ tag, reason: verdictText(fault) }]
  })
}
