import type { Body } from './body.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import type { Occasion } from './emails.ts'
import { challengeOf } from './pkce.ts'
import { ownTarget } from './redirects.ts'

/** What a request says about the link that it wants: where it leads, and who finishes the sign-in. */
export function occasionOf(context: AuthContext, request: AuthRequest, body: Body): Occasion {
  const target = ownTarget(context.siteUrl, request.query.get('redirect_to'))
  return {
    now: request.now,
    redirectTo: target?.href ?? null,
    challenge: challengeOf(body),
  }
}
