import { join } from 'node:path'
import * as v from 'valibot'
import { EmailError, parseEmail } from '../mail/emails.ts'
import { loadProductPictures, type PhotoReader } from '../mail/photos.ts'
import { loadPictures, type Pictures, getPictureSource } from '../mail/pictures.ts'
import type { ShopClient } from '../supabase/client.ts'
import { createJsonResponse, Refused } from '../supabase/functions/_shared/responses.ts'
import { readInput } from '../supabase/functions/_shared/body.ts'
import { getBearerToken, callOrRefuse } from '../supabase/functions/_shared/caller.ts'

interface Needs {
  root: string
  siteUrl: URL
  readPhotos?: PhotoReader
  /** Creates a client that uses the caller's token, so that the database checks the caller's permissions. */
  asCaller: (token: string) => Pick<ShopClient, 'rpc'>
}

const uuid = v.pipe(v.string(), v.uuid())
const input = v.union([
  v.object({ id: uuid }),
  v.object({ product: uuid, number: v.pipe(v.number(), v.integer()) }),
])
const kept = v.object({ mail: v.object({ template: v.string() }), data: v.looseObject({}) })

/**
 * Handles requests of the desk to show an email. POST {id} with an owner’s token returns an email of the outbox as it was
 * sent, {subject, html}, without its links, because some of them are signed. POST {product, number} returns the email about
 * a changed recipe that would go to the buyer of the product in that order. The shop’s own server does this, because it has
 * the templates, and the database may be elsewhere. Errors: 400 with the database’s message, 401, 403.
 */
export function createDeskMailHandler(needs: Needs): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      return createJsonResponse(await written(needs, request))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { status, code, message } = error
      return createJsonResponse({ error: { code, message, products: [] } }, status)
    }
  }
}

async function written({ root, siteUrl, asCaller, readPhotos }: Needs, request: Request) {
  const token = getBearerToken(request)
  if (token === null) throw new Refused(401, 'sign_in_required', 'Please sign in')
  const wanted = await readInput(request, 1024, input, 'Which mail?')
  const caller = asCaller(token)
  const found = await ('id' in wanted
    ? callOrRefuse(caller, 'desk_mail', { p_id: wanted.id })
    : callOrRefuse(caller, 'desk_recipe_letter', {
        p_product: wanted.product,
        p_number: wanted.number,
      }))
  const letter = v.parse(kept, found)
  const drawn = await loadPictures(join(root, 'public', 'generated', 'mail'))
  // The email templates take some megabytes of memory, so they are loaded only when an email is opened.
  const { renderEmail } = await import('../mail/render.tsx')
  const read = parse(letter, siteUrl.href)
  const pictures = await loadProductPictures(read.data, drawn, readPhotos)
  const email = await renderEmail(read, { siteUrl, pictures })
  return { subject: email.subject, html: inert(email.html, pictures) }
}

function parse({ mail, data }: v.InferOutput<typeof kept>, link: string) {
  const links = { confirm: link, restore: link, yourData: link, unsubscribe: link }
  try {
    return parseEmail(mail.template, { ...data, links })
  } catch (error) {
    if (!(error instanceof EmailError)) throw error
    throw new Refused(
      400,
      'not_kept',
      'What this mail said is not kept: it is put together when it goes.',
    )
  }
}

/** Returns an email's HTML with its pictures inlined and its links removed. */
function inert(html: string, pictures: Pictures): string {
  const [before, after] = getPictureSource('|').split('|')
  let shown = html.replaceAll(/ href="[^"]*"/g, '')
  for (const [name, bytes] of pictures)
    shown = shown.replaceAll(
      `${before}${name}${after}`,
      () => `data:image/png;base64,${bytes.toString('base64')}`,
    )
  return shown
}
