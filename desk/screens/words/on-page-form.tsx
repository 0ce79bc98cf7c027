import { type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import * as v from 'valibot'
import { useChange } from '../../changes.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { ThrowAway } from '../../ui/throw-away.tsx'
import { Clash } from './clash.tsx'
import { touched } from './read.ts'
import type { useTyped } from './use-typed.ts'

/** The words of something that stands in a list on a page, without their version. */
interface Words {
  id: string
}
type Saved<W extends Words> = W & { version: number }

interface Step<W extends Words> {
  words: W
  /** Null when it is new. */
  version: number | null
  /** From 1, of one that is brought back. */
  place: number | null
  /** What it was, null when it is new; without it there is nothing to undo. */
  before?: Saved<W> | null
}

interface Gone<W extends Words> {
  words: W
  version: number
  place: number | null
}

/** How it is put on its page, and taken off it. */
interface Page<W extends Words> {
  schema: v.GenericSchema<unknown, Saved<W>>
  put: (step: Step<W>) => Promise<unknown>
  take: (id: string, version: number) => Promise<unknown>
  said: (words: W) => { put: string; taken: string }
}

interface OnPageFormProps<T extends FieldValues, W extends Words & T> extends Page<W> {
  title: string
  /** Null is a new one. */
  one: Saved<W> | null
  /** Where it stands, from 1. */
  place: number | null
  typed: ReturnType<typeof useTyped<T, Saved<W> | null>>
  wordsOf: (typed: T) => W
  wholeOf: (words: T) => string
  onClose: () => void
  children: ReactNode
}

export function OnPageForm<T extends FieldValues, W extends Words & T>({
  title,
  one,
  place,
  typed: { form, isChanged, base, settle },
  wordsOf,
  wholeOf,
  onClose,
  children,
  ...page
}: OnPageFormProps<T, W>) {
  const close = () => {
    settle(one, form.getValues())
    onClose()
  }
  const { save, remove, clash, drop } = usePage(page, close)
  const send = (typed: T) =>
    save.mutate({
      words: wordsOf(typed),
      version: base?.version ?? null,
      place: null,
      before: base,
    })
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form className="mt" onSubmit={(event) => void form.handleSubmit(send)(event)} noValidate>
        {children}
        <div className="btns mt">
          <OnlineButton what="Save" type="submit" disabled={save.isPending}>
            {one === null ? 'Put it on the page' : 'Save'}
          </OnlineButton>
          {one !== null && (
            <OnlineButton
              what="Take it off"
              look="quiet"
              onClick={() => remove.mutate({ words: one, version: one.version, place })}
            >
              Take it off the page
            </OnlineButton>
          )}
        </div>
        <ThrowAway isTyped={isChanged} onPress={close} />
      </form>
      {clash && (
        <Clash
          typed={wholeOf(clash.step.words)}
          became={clash.now ? wholeOf(clash.now) : 'nothing: it was taken off the page'}
          onChosen={drop}
          onKeep={close}
          onUse={() =>
            save.mutate({ ...clash.step, version: clash.now?.version ?? null, before: clash.now })
          }
        />
      )}
    </Dialog>
  )
}

function usePage<W extends Words>({ schema, put, take, said }: Page<W>, close: () => void) {
  const [clash, setClash] = useState<{ step: Step<W>; now: Saved<W> | null } | null>(null)
  const save = useChange<Step<W>, unknown>({
    send: put,
    touches: touched,
    done: ({ words, before }) => {
      close()
      const text = said(words).put
      if (before === undefined) return { text }
      const undo = () =>
        before === null
          ? remove.mutate({ words, version: 1, place: null })
          : save.mutate({ words: before, version: before.version + 1, place: null })
      return { text, undo }
    },
    conflict: (step, now) => setClash({ step, now: v.parse(v.nullable(schema), now) }),
  })
  const remove = useChange<Gone<W>, unknown>({
    send: ({ words, version }) => take(words.id, version),
    touches: touched,
    done: ({ words, place }) => {
      close()
      return {
        text: said(words).taken,
        undo: () => save.mutate({ words, version: null, place }),
      }
    },
  })
  return { save, remove, clash, drop: () => setClash(null) }
}
