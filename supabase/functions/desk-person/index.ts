import { serve } from '../_shared/serve.ts'
import { createDeskPerson } from './handler.ts'

serve(createDeskPerson)
