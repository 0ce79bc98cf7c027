import { expect, test } from 'vitest'
import { readConfigFile } from './config-file.ts'
import { StartError } from '../core/start-error.ts'

test('enable_signup = false in the configuration file disables sign-ups', () => {
  expect(readConfigFile('[auth]\nenable_signup = false').auth.enable_signup).toBe(false)
  const { email } = readConfigFile('[auth.email]\nenable_signup = false').auth
  expect(email.enable_signup).toBe(false)
})

test.each([
  ['[auth]\nenable_signups = false', 'auth.enable_signups', 'Did you mean auth.enable_signup?'],
  [
    '[auth.email]\nenable_confirmation = true',
    'auth.email.enable_confirmation',
    'Did you mean auth.email.enable_confirmations?',
  ],
  [
    '[auth.captcha]\nenabled = true\nprovider = "hcaptcha"',
    'auth.captcha.enabled',
    'Take it out to start all the same.',
  ],
  [
    '[auth.hook.before_user_created]\nenabled = true\nuri = "x"',
    'auth.hook.before_user_created.enabled',
    'Take it out to start all the same.',
  ],
  [
    '[auth.sessions]\ntimebox = "24h"',
    'auth.sessions.timebox',
    'Take it out to start all the same.',
  ],
  ['[auth]\nenabled = false', 'auth.enabled', 'Take it out to start all the same.'],
  [
    '[auth.mfa.totp]\nenroll_enabled = false',
    'auth.mfa.totp.enroll_enabled',
    'Take it out to start all the same.',
  ],
  [
    '[functions.pay]\nverify_jwts = true',
    'functions.pay.verify_jwts',
    'Did you mean functions.*.verify_jwt?',
  ],
])(
  'the setting %j is refused, since the shop could be less safe without it',
  (text, path, meant) => {
    const read = () => readConfigFile(text)
    expect(read).toThrow(StartError)
    expect(read).toThrow(`${path} is not supported`)
    expect(read).toThrow(meant)
  },
)

test('an unsupported setting that weakens nothing gets one line of warning', () => {
  const text = `
    shop_name = "x"
    [auth.email]
    max_frequency = "1m"
    [auth.external.apple]
    enabled = true
    [edge_runtime]
    policy = "oneshot"
    [auth.captcha]
    enabled = false
    provider = "hcaptcha"`
  expect(readConfigFile(text).warnings).toEqual([
    'shop_name is not known, and has no effect.',
    'auth.email.max_frequency has no effect here.',
    'auth.external.apple.enabled has no effect here.',
  ])
})
