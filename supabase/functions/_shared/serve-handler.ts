import { getDisputesUrl } from './dispute-facts.ts'
import { connect } from '../../client.ts'
import { createJsonResponse, Refused } from './responses.ts'
import {
  consoleLog,
  type FunctionEnvironment,
  type FunctionLog,
  getErrorMessage,
} from './environment.ts'
import type { DisputeTools } from './settlement.ts'
import { createStripe } from './stripe.ts'

export interface HandlerContext extends DisputeTools {
  environment: FunctionEnvironment
  log: FunctionLog
  siteUrl: string
  crashPoint: (name: string) => void
}

type Handle = (tools: HandlerContext, request: Request) => Promise<Response>

interface Frame {
  fault: string
  about?: (request: Request) => object
  failed: (tools: HandlerContext, request: Request) => Response
  /**
   * Selects the format of refusals: false for `{ error: { code, message, products } }`, true for `{ success: false, error:
   * message, field? }`.
   */
  isPlain?: boolean
  get?: (tools: HandlerContext, request: Request) => Response | null
}

/**
 * Creates a request handler that refuses other methods and other sites, and turns thrown errors into responses; unexpected
 * errors are also logged.
 */
export function defineHandler(
  handle: Handle,
  frame: Frame,
): (environment: FunctionEnvironment) => (request: Request) => Promise<Response> {
  return (environment) => {
    const tools = toolsOf(environment)
    return async (request) => {
      try {
        const page = request.method === 'GET' ? frame.get?.(tools, request) : null
        if (page) return page
        refuseStranger(request, tools.siteUrl)
        return await handle(tools, request)
      } catch (error) {
        if (error instanceof Refused)
          return (frame.isPlain ? createPlainRefusalResponse : answerCoded)(error)
        tools.log.error({ ...frame.about?.(request), reason: getErrorMessage(error) }, frame.fault)
        return frame.failed(tools, request)
      }
    }
  }
}

function toolsOf(environment: FunctionEnvironment): HandlerContext {
  return {
    environment,
    client: connect(environment.SUPABASE_URL, environment.SUPABASE_SECRET_KEY, {
      fetch: environment.fetch,
    }),
    stripe: createStripe(environment.STRIPE_SECRET_KEY, environment.STRIPE_API_URL),
    siteUrl: new URL(environment.SITE_URL).origin,
    businessEmail: environment.BUSINESS_EMAIL,
    disputesUrl: getDisputesUrl(environment),
    now: environment.now,
    log: environment.log ?? consoleLog,
    crashPoint: environment.crashPoint ?? (() => undefined),
  }
}

/**
 * Refuses methods other than POST, and requests whose Origin is another site. Email programs and servers send no Origin.
 */
function refuseStranger({ method, headers }: Request, siteUrl: string): void {
  if (method !== 'POST')
    throw new Refused(405, 'method_not_allowed', 'Use POST', { headers: { allow: 'POST' } })
  if ((headers.get('origin') ?? siteUrl) !== siteUrl)
    throw new Refused(403, 'forbidden', 'This request came from another site')
}

export function createErrorResponder(
  status: number,
  code: string,
  message: string,
): () => Response {
  return () => answerCoded(new Refused(status, code, message))
}

function answerCoded({ status, code, message, beside }: Refused): Response {
  const { headers, products = [] } = beside
  return createJsonResponse({ error: { code, message, products } }, status, headers)
}

export function createPlainRefusalResponse({
  status,
  message,
  beside: { headers, field },
}: Refused): Response {
  const named = field === undefined ? {} : { field }
  return createJsonResponse({ success: false, error: message, ...named }, status, headers)
}
