import { compactPasted } from './pasted.ts'

/** A discount code as it counts, however it is typed or pasted. `plain_code` in the database is the same. */
export const plainCode = compactPasted

/** What every code looks like, once it is plain. */
export const codePattern = /^[A-Z0-9]{3,24}$/
