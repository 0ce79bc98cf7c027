import { serve } from '../_shared/serve.ts'
import { createDeskOrders } from './handler.ts'

serve(createDeskOrders)
