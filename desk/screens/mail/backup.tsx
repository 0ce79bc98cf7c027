import { unwrapResponse, client } from '../../data/client.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import type { HealthReport } from './health-query.ts'
import { HealthItem } from './health-item.tsx'
import { formatTimeInSentence } from '../../features/emails/labels.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './mail.module.css'

/** Shows the time of the last backup, and starts one. */
export function BackupStatus({ backup }: { backup: HealthReport['backup'] }) {
  const { succeededAt, failedAt, reason, isOverdue, isAsked, isUnderWay, canBeAsked } = backup
  const isFailed = failedAt !== null
  const backUp = useDeskMutation({
    send: () => unwrapResponse(client.rpc('desk_back_up')),
    invalidates: [['mail']],
    successToast: () => ({ text: 'Backing up. The shop stays open.' }),
  })
  const isComing = isAsked || isUnderWay || backUp.isPending
  return (
    <HealthItem title={titleOf(backup)} icon="save" isWell={!isOverdue && !isFailed}>
      <p className={textStyles.detail}>
        {succeededAt === null
          ? 'No complete backup yet.'
          : `Last complete backup: ${formatTimeInSentence(succeededAt)}${sizeOf(backup)}`}
      </p>
      {isFailed && (
        <p className={styles.fault}>
          Tried {formatTimeInSentence(failedAt)}, and it did not work:{' '}
          {reason ?? 'nobody knows why'}
        </p>
      )}
      {canBeAsked ? (
        <p className={layoutStyles.spaceAbove}>
          <OnlineButton
            what="Backup"
            look="quiet"
            disabled={isComing}
            onClick={() => backUp.mutate()}
          >
            {isComing ? 'Backing up…' : 'Back up now'}
          </OnlineButton>
        </p>
      ) : (
        <details>
          <summary className={buttonStyles.disclosure}>Back up now</summary>
          <p className={textStyles.detail}>
            Supabase hosts this shop’s database, and has backups of its own: in the project, under
            Database. For one of the shop’s own, whoever looks after its machine sets{' '}
            <code>DATABASE_URL</code> there: then this is a button.
          </p>
        </details>
      )}
    </HealthItem>
  )
}

function titleOf({ failedAt, isOverdue, succeededAt }: HealthReport['backup']): string {
  if (failedAt !== null) return 'The backup failed'
  if (succeededAt === null) return 'No backup'
  return isOverdue ? 'Backup overdue' : 'Backed up'
}

function sizeOf({ bytes, file }: HealthReport['backup']): string {
  const size = bytes === null ? null : `${Math.max(0.1, bytes / 1e6).toFixed(1)} MB`
  return [size, file].map((part) => (part === null ? '' : ` · ${part}`)).join('')
}
