import { serve } from '../_shared/serve.ts'
import { createSendEmailBySlug } from './handler.ts'

serve(createSendEmailBySlug)
