import { fromDeno } from '../_shared/environment.ts'
import { createDeskPerson } from './handler.ts'

Deno.serve(createDeskPerson(fromDeno()))
