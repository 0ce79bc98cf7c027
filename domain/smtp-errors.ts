const meanings: readonly (readonly [RegExp, string])[] = [
  [
    /^Broken off under way/,
    'The mail server was reached, but broke off in the middle of this email.',
  ],
  [/^The server has it/, 'The mail server has this email and is slow to say whether it takes it.'],
  [
    /STARTTLS/,
    'The mail server doesn’t encrypt the connection, so nothing was sent to it, not even the password. Use smtps:// in SMTP_URL, or the server’s port that offers STARTTLS.',
  ],
  [
    /ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ECONNRESET|Greeting never received/i,
    'The mail server cannot be reached: look at SMTP_URL.',
  ],
  [
    /\b53[045]\b|EAUTH|Invalid login/i,
    'The mail server rejects the user name or the password in SMTP_URL.',
  ],
  [/certificate|self.signed/i, 'The mail server’s certificate isn’t valid.'],
  [
    /\b55[0-4]\b|no such user|mailbox (unavailable|not found)/i,
    'The mail server says that there is no such mailbox, or that it won’t take mail from us.',
  ],
  [/\b4(21|5[0-2])\b/, 'The mail server is busy or the mailbox is full.'],
  [
    /^There is no template|cannot be written/,
    'The email itself is not right: tell whoever looks after the shop.',
  ],
  [/not one e-mail address/, 'The address is not one e-mail address.'],
]

/** Explains a mail server's error, which the outbox stores as `last_error`, in plain words; returns null for an unknown error. */
export function explainSmtpError(error: string): string | null {
  return meanings.find(([pattern]) => pattern.test(error))?.[1] ?? null
}
