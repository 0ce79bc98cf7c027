import { fromDeno } from '../_shared/environment.ts'
import { createDeskInvitation } from './handler.ts'

Deno.serve(createDeskInvitation(fromDeno()))
