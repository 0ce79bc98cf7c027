import { serve } from '../_shared/serve.ts'
import { createSecureGuestEmail } from './handler.ts'

serve(createSecureGuestEmail)
