import { serve } from '../_shared/serve.ts'
import { createTellMe } from './handler.ts'

serve(createTellMe)
