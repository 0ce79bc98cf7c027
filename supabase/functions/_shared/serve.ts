import { corsHeaders } from '@supabase/supabase-js/cors'
import { type FunctionEnvironment, readDenoEnvironment } from './environment.ts'

/**
 * Serves an Edge Function on Supabase. The shop's pages have another origin there, so CORS headers allow the shop's origin
 * (supabase.com/docs/guides/functions/cors), and no other.
 */
export function serve(
  create: (environment: FunctionEnvironment) => (request: Request) => Promise<Response>,
): void {
  const environment = readDenoEnvironment()
  const handle = create(environment)
  const headers = {
    ...corsHeaders,
    'Access-Control-Allow-Origin': new URL(environment.SITE_URL).origin,
    Vary: 'Origin',
  }
  Deno.serve(async (request) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers })
    const answer = await handle(request)
    for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
    return answer
  })
}
