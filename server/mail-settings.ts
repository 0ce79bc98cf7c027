import addressparser from 'nodemailer/lib/addressparser'
import * as v from 'valibot'
import { business } from '../domain/business.ts'
import { isDeliverableEmail } from '../domain/validation.ts'
import type { SmtpSettings } from '../mail/transport.ts'
import { isLoopbackHostname } from './loopback.ts'

/**
 * SMTP URL parameter by which an operator allows a mail relay in a private network that has neither password nor
 * encryption.
 */
const noTls = 'ignoreTLS'

export const smtpUrlSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('is empty'),
  v.check((value) => URL.canParse(value), 'is not an address'),
  v.transform((value) => new URL(value)),
  v.check(({ protocol }) => /^smtps?:$/.test(protocol), 'must start with smtp:// or smtps://'),
  v.check(({ hostname }) => hostname !== '', 'names no mail server'),
  v.check(
    (url) => /^\/?$/.test(url.pathname) && url.hash === '' && hasReadableCredentials(url),
    'has a /, # or % in its user or password, which are written %2F, %23 and %25',
  ),
  v.check(
    (url) =>
      isLoopbackHostname(hostOf(url)) || !url.searchParams.has(noTls) || !hasCredentials(url),
    `with a user and password must not have ${noTls}: they would cross the network unencrypted`,
  ),
  v.transform((url): SmtpSettings => ({
    url: url.href,
    requiresTls:
      url.protocol === 'smtp:' &&
      !isLoopbackHostname(hostOf(url)) &&
      url.searchParams.get(noTls) !== 'true',
  })),
)

const onlyOne = (value: string) => {
  const [first, ...more] = addressparser(value)
  const isAlone = first !== undefined && more.length === 0 && 'address' in first
  return isAlone && first.address !== undefined && isDeliverableEmail(first.address)
    ? first.address
    : null
}

export const senderSchema = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (value) => !/[\r\n]/.test(value) && onlyOne(value) !== null,
    'is not one email address, such as "The shop <hello@shop.example>"',
  ),
)

export const emailAddressSchema = v.pipe(
  v.string(),
  v.trim(),
  v.check(isDeliverableEmail, 'is not one email address'),
)

/**
 * Returns the sender of emails, the recipient of notices to the business, and the Reply-To address. Replies go to the
 * address where notices are read, since the sender's address may not receive email.
 */
export function getMailAddresses(given: { MAIL_FROM?: string; BUSINESS_EMAIL?: string }) {
  const { MAIL_FROM: from, BUSINESS_EMAIL: notices } = given
  return {
    mailFrom: from ?? `${business.tradingName} <${business.email}>`,
    businessEmail: notices ?? business.email,
    replyTo: notices ?? (from === undefined ? null : onlyOne(from)) ?? business.email,
  }
}

/** Lowercases the host, which the URL standard does not do for schemes such as smtp. */
const hostOf = ({ hostname }: URL) => hostname.toLowerCase()
const hasCredentials = ({ username, password }: URL) => username !== '' || password !== ''

function hasReadableCredentials({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username)
    decodeURIComponent(password)
    return true
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}
