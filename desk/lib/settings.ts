import * as v from 'valibot'

const schema = v.object({
  publishableKey: v.string(),
  /** The URL of the backend; '' means the shop's own origin. */
  supabaseUrl: v.string(),
})

/** The settings that the server writes into the page. */
export const settings = v.parse(
  schema,
  JSON.parse(document.getElementById('settings')?.textContent ?? 'null'),
)
