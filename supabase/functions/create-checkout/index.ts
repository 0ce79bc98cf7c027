import { serve } from '../_shared/serve.ts'
import { createCreateCheckout } from './handler.ts'

serve(createCreateCheckout)
