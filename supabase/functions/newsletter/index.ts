import { serve } from '../_shared/serve.ts'
import { createNewsletter } from './handler.ts'

serve(createNewsletter)
