import { fromDeno } from '../_shared/environment.ts'
import { createCreateCheckout } from './handler.ts'

Deno.serve(createCreateCheckout(fromDeno()))
