import { createInvalidError } from './api-error.ts'
import { type FormObject, type FormValue, toFormList } from './form-encoding.ts'

/** Parses the value of the parameter `param`. @throws ApiError with the provider's message for an invalid value */
export type Rule<T> = (sent: FormValue, param: string) => T
type Rules = Record<string, Rule<unknown> & Partial<WithDefault>>
export interface WithDefault {
  absent: unknown
}
export type Metadata = Record<string, string>

export type RuleValue<R> = R extends Rule<infer T> ? T : never
type Values<Needed extends Rules, Optional extends Rules> = {
  [Name in keyof Needed]: RuleValue<Needed[Name]>
} & {
  [Name in keyof Optional as Optional[Name] extends WithDefault ? Name : never]: RuleValue<
    Optional[Name]
  >
} & {
  [Name in keyof Optional as Optional[Name] extends WithDefault ? never : Name]?: RuleValue<
    Optional[Name]
  >
}

export function text(max = 5000): Rule<string> {
  return (sent, param) => {
    const given = string(sent, param)
    if (given.length > max)
      throw createInvalidError(
        `Invalid string: ${quoteValue(given)}; must be at most ${max} characters`,
        param,
      )
    return given
  }
}

export function oneOf<const Choice extends string>(...choices: Choice[]): Rule<Choice> {
  return (sent, param) => {
    const given = string(sent, param)
    const found = choices.find((choice) => choice === given)
    if (found === undefined)
      throw createInvalidError(`Invalid ${param}: must be one of ${choices.join(', ')}`, param)
    return found
  }
}

/** Accepts integers from `min` to `max`. The default range is that of amounts, which have up to eight digits. */
export function integer(min = 0, max = 99_999_999): Rule<number> {
  return (sent, param) => {
    if (typeof sent !== 'string' || !/^-?\d{1,15}$/.test(sent))
      throw createInvalidError(
        `Invalid integer: ${quoteValue(sent)}`,
        param,
        'parameter_invalid_integer',
      )
    return inRange(Number(sent), min, max, param)
  }
}

/** Accepts a percentage with decimals, above 0 and up to 100. */
export const percentage: Rule<number> = (sent, param) => {
  if (typeof sent !== 'string' || !/^\d{1,3}(\.\d{1,12})?$/.test(sent))
    throw createInvalidError(`Invalid decimal: ${quoteValue(sent)}`, param)
  return inRange(Number(sent), Number.MIN_VALUE, 100, param)
}

/** Accepts a time in seconds since 1970. */
export const unixTime = integer(0, 99_999_999_999)

export const boolean: Rule<boolean> = (sent, param) => {
  if (sent !== 'true' && sent !== 'false')
    throw createInvalidError(`Invalid boolean: ${quoteValue(sent)}`, param)
  return sent === 'true'
}

/** Accepts only http and https URLs, because the shopper's browser is redirected to some of them. */
export const httpUrl: Rule<string> = (sent, param) => {
  const given = text()(sent, param)
  if (!/^https?:\/\/\S+$/i.test(given) || !URL.canParse(given))
    throw createInvalidError('Not a valid URL', param, 'url_invalid')
  return given
}

export const email: Rule<string> = (sent, param) => {
  const given = text(800)(sent, param)
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given))
    throw createInvalidError(`Invalid email address: ${quoteValue(given)}`, param, 'email_invalid')
  return given
}

/** Accepts metadata. An empty string, which removes all metadata, is parsed to null. */
export const metadata: Rule<Metadata | null> = (sent, param) => {
  if (sent === '') return null
  if (typeof sent === 'string') throw createInvalidError('Invalid object', param)
  const entries = Object.entries(sent)
  if (entries.length > 50) throw createInvalidError('Metadata can have up to 50 keys', param)
  for (const [name, one] of entries) {
    if (name.length > 40)
      throw createInvalidError('Metadata keys can be up to 40 characters long', param)
    if (typeof one !== 'string' || one.length > 500)
      throw createInvalidError(
        'Metadata values can be up to 500 characters long',
        `${param}[${name}]`,
      )
  }
  return Object.fromEntries(entries) as Metadata
}

export function withDefault<T>(of: Rule<T>, absent: NoInfer<T>): Rule<T> & WithDefault {
  return Object.assign<Rule<T>, WithDefault>((sent, param) => of(sent, param), { absent })
}

export function nullable<T>(of: Rule<T>): Rule<T | null> & WithDefault {
  return withDefault<T | null>(of, null)
}

export const newMetadata = withDefault<Metadata>(
  (sent, param) => mergeMetadata({}, metadata(sent, param)),
  {},
)

/** Merges sent metadata into the old metadata. An empty value removes its name; null removes everything. */
export function mergeMetadata(old: Metadata, sent: Metadata | null | undefined): Metadata {
  if (sent === null) return {}
  return Object.fromEntries(Object.entries({ ...old, ...sent }).filter(([, one]) => one !== ''))
}

export function list<T>(of: Rule<T>, max = 100): Rule<T[]> {
  return (sent, param) => {
    if (typeof sent === 'string') throw createInvalidError('Invalid array', param)
    const items = toFormList(sent)
    if (items.length > max)
      throw createInvalidError(`Array ${param} exceeded maximum ${max} allowed elements.`, param)
    return items.map((item, index) => of(item, `${param}[${index}]`))
  }
}

/** Parses an empty string to null, by which a caller removes a value; parses any other value by `of`. */
export function emptyable<T>(of: Rule<T>): Rule<T | null> {
  return (sent, param) => (sent === '' ? null : of(sent, param))
}

/** Accepts an object with a rule for each name; `needed` names are required. Unknown names are refused, as the provider does. */
export function object<Needed extends Rules, Optional extends Rules>(
  needed: Needed,
  optional: Optional,
): Rule<Values<Needed, Optional>> {
  const rules: Rules = { ...optional, ...needed }
  return (sent, param) => {
    if (typeof sent === 'string') throw createInvalidError('Invalid object', param)
    const inside = (name: string): string => (param === '' ? name : `${param}[${name}]`)
    refuseUnknown(sent, rules, inside)
    for (const name of Object.keys(needed))
      if (!Object.hasOwn(sent, name))
        throw createInvalidError(
          `Missing required param: ${inside(name)}.`,
          inside(name),
          'parameter_missing',
        )
    const read = Object.entries(rules).flatMap(([name, rule]) => {
      const one = sent[name]
      if (one !== undefined) return [[name, rule(one, inside(name))]]
      return 'absent' in rule ? [[name, rule.absent]] : []
    })
    return Object.fromEntries(read) as Values<Needed, Optional>
  }
}

function refuseUnknown(sent: FormObject, rules: Rules, inside: (name: string) => string): void {
  const unknown = Object.keys(sent)
    .filter((name) => !Object.hasOwn(rules, name))
    .map(inside)
  const [first] = unknown
  if (first === undefined) return
  const many = unknown.length > 1 ? 's' : ''
  const message = `Received unknown parameter${many}: ${unknown.join(', ')}`
  throw createInvalidError(message, first, 'parameter_unknown')
}

function string(sent: FormValue, param: string): string {
  if (typeof sent !== 'string')
    throw createInvalidError(`Invalid string: ${quoteValue(sent)}`, param)
  if (sent === '')
    throw createInvalidError(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      param,
      'parameter_invalid_empty',
    )
  return sent
}

function inRange(number: number, min: number, max: number, param: string): number {
  if (number >= min && number <= max) return number
  const limit = number < min ? `greater than or equal to ${min}` : `less than or equal to ${max}`
  throw createInvalidError(`This value must be ${limit}.`, param, 'parameter_invalid_integer')
}

function quoteValue(sent: FormValue): string {
  return typeof sent === 'string' ? sent.slice(0, 40) : 'object'
}

/** The currencies that the provider supports. https://docs.stripe.com/currencies */
const currencies =
  'usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl hrk htg huf idr ils inr isk jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd std szl thb tjs tnd top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xcg xof xpf yer zar zmw'.split(
    ' ',
  )

export const currency: Rule<string> = (sent, param) => {
  const given = text(3)(sent, param).toLowerCase()
  if (!currencies.includes(given))
    throw createInvalidError(
      `Invalid currency: ${given}. Stripe currently supports these currencies: ${currencies.join(', ')}`,
      param,
    )
  return given
}

/** The countries to which the provider's payment page can ship. */
export const country = oneOf(
  ...'AC AD AE AF AG AI AL AM AO AQ AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CD CF CG CH CI CK CL CM CN CO CR CV CW CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MK ML MM MN MO MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SZ TA TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VN VU WF WS XK YE YT ZA ZM ZW ZZ'.split(
    ' ',
  ),
)

export const pageLocale = oneOf(
  ...'auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW hi-IN'.split(
    ' ',
  ),
)
