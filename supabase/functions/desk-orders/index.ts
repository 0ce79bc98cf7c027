import { fromDeno } from '../_shared/environment.ts'
import { createDeskOrders } from './handler.ts'

Deno.serve(createDeskOrders(fromDeno()))
