import { type MutationKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { useChange } from '../../changes.ts'
import { type Bar, type Holiday, showWords, touched } from './read.ts'
import type { SwitchedStep } from './sending.ts'

interface Switched<Saved, Typed> {
  of: 'bar' | 'holiday'
  /** For what is said when the shop says no. */
  name: string
  schema: v.GenericSchema<unknown, Saved>
  keptAs: MutationKey
  send: (step: SwitchedStep<Saved, Typed>) => Promise<unknown>
  /** What was typed is saved. */
  settle: (now: Saved, typed?: Typed) => void
  /** All of it in a line. */
  wholeOf: (words: Omit<Saved, 'version'>) => string
  said: (to: Omit<Saved, 'version'>, from: Saved | null) => string
}

/** A change of what stands on pages while a switch is on, and what somebody else has made of it meanwhile. */
export function useSwitched<Saved extends Bar | Holiday, Typed>(options: Switched<Saved, Typed>) {
  type Step = SwitchedStep<Saved, Typed>
  const { of, name, schema, settle, wholeOf } = options
  const queries = useQueryClient()
  const [clash, setClash] = useState<{ step: Step; now: Saved } | null>(null)
  const change = useChange<Step, unknown>({
    send: options.send,
    keptAs: options.keptAs,
    touches: touched,
    // What was typed stands in the form already, and is kept on the device until the shop has it.
    show: ({ to, from, typed }) =>
      showWords(queries, (words) =>
        typed ? words : { ...words, [of]: { ...to, version: from?.version ?? 0 } },
      ),
    done: ({ to, from, typed }, output) => {
      const now = v.parse(schema, output)
      showWords(queries, (words) => ({ ...words, [of]: now }))
      settle(now, typed)
      return {
        text: options.said(to, from),
        undo: () => change.mutate({ name, to: from ?? { ...to, isOn: false }, from: now }),
        about: of,
      }
    },
    clash: (step, now) => setClash({ step, now: v.parse(schema, now) }),
  })
  return {
    change,
    clash: clash && {
      now: clash.now,
      typed: wholeOf(clash.step.to),
      became: wholeOf(clash.now),
      onChosen: () => setClash(null),
      onUse: () => change.mutate({ ...clash.step, from: clash.now }),
    },
  }
}
