import { fromDeno } from '../_shared/environment.ts'
import { createSecureGuestEmail } from './handler.ts'

Deno.serve(createSecureGuestEmail(fromDeno()))
