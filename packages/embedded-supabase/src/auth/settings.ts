/** Character classes that a password must contain, named as in `config.toml`. */
export type PasswordRequirements =
  | ''
  | 'letters_digits'
  | 'lower_upper_letters_digits'
  | 'lower_upper_letters_digits_symbols'

export interface SitePaths {
  /** The page that a confirmed sign-up opens when its link names none. */
  confirmed: string
  /**
   * The paths of the site, except its root, that links in emails may redirect to: by type of link, each with the query parameters
   * that it may have. With null, as in GoTrue, all paths are allowed.
   */
  link_targets: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> | null
}

/** Auth settings of a project, with the names and units of the `[auth]` section of Supabase's `config.toml`. */
export interface AuthSettings {
  enable_signup: boolean
  enable_anonymous_sign_ins: boolean
  enable_manual_linking: boolean
  /** Redirect targets that are allowed in addition to the site's own pages: URLs or patterns (`compileRedirectPattern`). */
  additional_redirect_urls: readonly string[]
  /** Seconds for which an access token is valid. */
  jwt_expiry: number
  minimum_password_length: number
  password_requirements: PasswordRequirements
  email: {
    /** Allows sign-ups with an email address. */
    enable_signup: boolean
    /** Requires an email address to be confirmed by email before the account can sign in. */
    enable_confirmations: boolean
    /** Requires the old mailbox to confirm a change of the email address, too. */
    double_confirm_changes: boolean
    /** Requires an emailed code to change the password in a session that is older than a day. */
    secure_password_change: boolean
    /** Digits of an emailed code, 6 to 10. */
    otp_length: number
  }
  /** Maximum of requests per IP address: `email_sent` per hour, the others per fifteen minutes (hosted Supabase: per five). */
  rate_limit: { email_sent: number; sign_in_sign_ups: number; token_verifications: number }
  /** Refuses the most common passwords. `config.toml` has no such setting, but hosted projects do. */
  password_hibp_enabled: boolean
  /**
   * Allows links in emails to return a PKCE code, which only the client that requested the link can use. Not a setting of
   * `config.toml`.
   */
  pkce_links: boolean
  /** Pages of the site. Not a setting of `config.toml`. */
  site_paths: SitePaths
}

export const defaultAuthSettings: AuthSettings = {
  enable_signup: true,
  enable_anonymous_sign_ins: false,
  enable_manual_linking: false,
  additional_redirect_urls: [],
  jwt_expiry: 3600,
  minimum_password_length: 8,
  password_requirements: '',
  email: {
    enable_signup: true,
    enable_confirmations: true,
    double_confirm_changes: true,
    secure_password_change: true,
    otp_length: 8,
  },
  rate_limit: { email_sent: 60, sign_in_sign_ups: 30, token_verifications: 30 },
  password_hibp_enabled: false,
  pkce_links: true,
  site_paths: { confirmed: '/', link_targets: null },
}
