import type { SubscriptionBox } from '../../content/boxes.ts'
import { paths } from '../../core/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { type BoxState, closedButtonLabels } from './box-state.ts'

interface BoxButtonProps {
  box: SubscriptionBox
  of: string
  state: BoxState
}

export function BoxButton({ box, of, state }: BoxButtonProps) {
  const name = <span className="visually-hidden">: {of}</span>
  if (state === 'open')
    return (
      <ButtonLink
        to={paths.product({ category: 'subscription-box', slug: box.slug })}
        variant={box.months === 1 ? 'primary' : 'secondary'}
        arrow
      >
        {box.label}
        {name}
      </ButtonLink>
    )
  return (
    <Button disabled busy={state === 'loading'}>
      {state === 'loading' ? box.label : closedButtonLabels[state]}
      <span className="visually-hidden">
        : {of}, {box.label}
      </span>
    </Button>
  )
}
