import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { type BoxKind, boxKinds } from '../../../domain/boxes.ts'
import {
  type LastBoxInput,
  lastBoxInputSchema,
  maxLengths,
} from '../../../domain/site-content-schema.ts'
import { createRowDraftFormat } from '../../data/draft-format.ts'
import { rpcParsed } from '../../data/rpc-query.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { useDraftForm } from '../../data/use-draft-form.ts'
import { Field, TextArea } from '../../ui/field.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { DiscardDraftButton } from '../../ui/discard-draft.tsx'
import { bindField } from '../../ui/bind-field.ts'
import { ConflictDialog } from '../../ui/conflict-dialog.tsx'
import {
  type LastBox,
  lastBoxSchema,
  updateCachedSiteContent,
  siteContentKeys,
} from '../../features/site-content/queries.ts'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './words.module.css'

interface Step {
  name: string
  kind: BoxKind
  to: LastBoxInput
  from: LastBox | null
  /** The form values when the change was sent. */
  typed?: LastBoxInput
}

const rowSchema = v.nullable(lastBoxSchema)
export const lastBoxDraft = createRowDraftFormat(
  v.object({ month: v.string(), contents: v.string() }),
  rowSchema,
)

/** Forms for the contents of the latest subscription box of each kind, which the website shows on the pages of the boxes. */
export function LastBoxes({ boxes }: { boxes: readonly LastBox[] }) {
  const of = (kind: BoxKind) => boxes.find((box) => box.kind === kind) ?? null
  return (
    <section
      className={`${panelStyles.panel} ${panelStyles.outlined} ${styles.panel} ${layoutStyles.spaceAbove}`}
      aria-labelledby="last-boxes"
    >
      <h2 className={textStyles.heading} id="last-boxes">
        Last boxes
      </h2>
      <p className={textStyles.detail}>
        Shown on Subscriptions and with each box. Leave it empty to show nothing.
      </p>
      <Form kind="bear" box={of('bear')} />
      <Form kind="twink" box={of('twink')} />
    </section>
  )
}

function Form({ kind, box }: { kind: BoxKind; box: LastBox | null }) {
  const { form, isChanged, base, settle, discard } = useDraftForm({
    name: `words:last-box:${kind}`,
    format: lastBoxDraft,
    rules: lastBoxInputSchema,
    row: box,
    toValues,
  })
  const change = useLastBox(settle)
  const { conflict } = change
  const field = bindField(form)
  const save = (to: LastBoxInput) =>
    change.mutate({ name: boxKinds[kind], kind, to, from: base, typed: form.getValues() })
  return (
    <form
      className={layoutStyles.spaceAbove}
      onSubmit={(event) => void form.handleSubmit(save)(event)}
      aria-label={boxKinds[kind]}
      noValidate
    >
      <h3 className={textStyles.subheading}>{boxKinds[kind]}</h3>
      <Field label="Month" placeholder="October" maxLength={maxLengths.month} {...field('month')} />
      <TextArea
        label="What was in it"
        rows={4}
        maxLength={maxLengths.contents}
        hint="One thing per line."
        {...field('contents')}
      />
      {isChanged && (
        <OnlineButton what="Save" type="submit" look="quiet" disabled={change.isPending}>
          Save and show it
        </OnlineButton>
      )}
      <DiscardDraftButton isTyped={isChanged} onPress={discard} />
      {conflict && (
        <ConflictDialog
          mine={wholeOf(conflict.input.to)}
          theirs={conflict.now && wholeOf(toValues(conflict.now))}
          onClose={change.dismissConflict}
          onKeepTheirs={() => settle(conflict.now, form.getValues())}
          onUseMine={() => change.mutate({ ...conflict.input, from: conflict.now })}
        />
      )}
    </form>
  )
}

const wholeOf = ({ month, contents }: LastBoxInput) =>
  contents === '' ? 'nothing' : `${month}: ${contents.replaceAll('\n', ', ')}`

function useLastBox(settle: (now: LastBox | null, typed?: LastBoxInput) => void) {
  const queries = useQueryClient()
  const change = useDeskMutation({
    send: ({ kind, to, from }: Step) =>
      rpcParsed('desk_set_last_box', rowSchema, {
        p_kind: kind,
        p_month: to.month,
        p_contents: to.contents,
        p_version: from?.version ?? null,
      }),
    invalidates: siteContentKeys,
    conflictSchema: rowSchema,
    successToast: ({ name, kind, from, typed }, now) => {
      updateCachedSiteContent(queries, (words) => {
        const others = words.lastBoxes.filter((box) => box.kind !== kind)
        return { ...words, lastBoxes: now === null ? others : [...others, now] }
      })
      settle(now, typed)
      return {
        text: now === null ? 'The last box is no longer shown.' : 'The last box is on its pages.',
        undo: () => change.mutate({ name, kind, to: toValues(from), from: now }),
        about: `box:${kind}`,
      }
    },
  })
  return change
}

function toValues(box: LastBox | null): LastBoxInput {
  return { month: box?.month ?? '', contents: box?.contents.join('\n') ?? '' }
}
