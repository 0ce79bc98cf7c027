import type { AccessDecisions, TableDecisions } from './decision.ts'

const refused: AccessDecisions = {
  select: 'refused',
  insert: 'refused',
  update: 'refused',
  upsert: 'refused',
  delete: 'refused',
}

/** The decisions for tables with personal data that only the server reads and erases. */
export const personalDataTables: Record<string, TableDecisions> = {
  data_requests: {
    stranger: refused,
    person: refused,
    team: refused,
    columns: '*',
    row: (_, { request }) => ({
      id: request,
      email: 'guest@example.com',
      expires_at: '2027-01-01T00:00:00Z',
    }),
    change: { email: 'changed@example.com' },
    key: ['id'],
  },
}

export const personalDataFunctions = {
  server: [
    'erase_person',
    'erase_by_request',
    'is_email_address',
    'personal_data',
    'request_personal_data',
    'personal_data_by_request',
  ],
  inside: [
    'account_data',
    'find_account',
    'person_rate_limits',
    'data_link_error',
    'erasure_error',
    'person_emails',
    'anonymise_orders',
    'person_log_entries',
    'person_order_data',
    'person_orders',
    'outdated_orders',
    'queue_erasure_notice',
    'request_details',
  ],
}
