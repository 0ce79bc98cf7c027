import type { SupabaseClient } from '@supabase/supabase-js'

/** An email that has been tried and not been sent. */
export interface WaitingEmail {
  id: string
  template: string
  recipient: string
  data: Record<string, unknown>
  attempts: number
  created_at: string
  next_attempt_at: string
  failed_at: string | null
  last_error: string | null
}

const columns =
  'id, template, recipient, data, attempts, created_at, next_attempt_at, failed_at, last_error'

/** Emails that were given up (`failed`), or are to be tried again (`tried`), the newest first. */
export async function readEmails(
  client: SupabaseClient,
  state: 'failed' | 'tried',
  limit: number,
): Promise<WaitingEmail[]> {
  const { data, error } = await client
    .from('outbox')
    .select(columns)
    .is('sent_at', null)
    .eq('called_off', false)
    .not('last_error', 'is', null)
    .gte('attempts', state === 'tried' ? 1 : 0)
    .filter('failed_at', state === 'failed' ? 'not.is' : 'is', null)
    .order('created_at', { ascending: false })
    .limit(limit)
  if (error !== null)
    throw new Error(`The outbox could not be read: ${error.message}`, { cause: error })
  return data
}
