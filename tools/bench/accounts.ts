import { hash } from '@node-rs/bcrypt'
import type { Database } from '../../backend/database/connect.ts'

export const password = 'Bench-Press-2026'

export interface Account {
  id: string
  email: string
}

/** Accounts that are confirmed, and have one password. */
export async function createAccounts(sql: Database['sql'], count: number): Promise<Account[]> {
  const encrypted = await hash(password, 10)
  return sql<Account[]>`
    insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_user_meta_data)
    select gen_random_uuid(), 'bench-' || n || '@example.com', ${encrypted}, now(), '{}'
    from generate_series(1, ${count}::int) as n
    returning id, email`
}
