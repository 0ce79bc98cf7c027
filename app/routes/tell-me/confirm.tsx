import { createPrivateMeta } from '../../content/meta.ts'
import { FunctionForm } from '../../features/backend-client/function-form.tsx'
import { Button } from '../../ui/button.tsx'
import { OutcomeScreen } from '../../ui/outcome-screen.tsx'

export const meta = createPrivateMeta(
  'Tell me',
  'Say that it was you, and hear once when it can be bought.',
)

export default function ConfirmStockNotice() {
  return (
    <OutcomeScreen title="Need it?" mascot="heart" tint="mint">
      <p className="lead">
        One tap, and we e-mail you once: when you can buy it. Then we forget that you asked.
      </p>
      <FunctionForm className="row" action="tell-me/confirm" withToken>
        <Button type="submit">Yes, tell me</Button>
      </FunctionForm>
      <p>If it wasn’t you, just close this page. Nothing more comes.</p>
    </OutcomeScreen>
  )
}
