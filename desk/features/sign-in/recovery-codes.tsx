import { Button } from '../../ui/button.tsx'

/** Shows the recovery codes, which open the desk when the phone is gone. */
export function PaperCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <>
      <p className="sub mt0">
        Write them down or print them, and keep them away from the phone. Each opens the desk once.
        They are shown this once.
      </p>
      <ul className="pan pan--line mt paper-codes tel">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="btns mt2">
        <Button look="quiet" onClick={() => print()}>
          Print
        </Button>
        <Button onClick={onDone}>I have them</Button>
      </p>
    </>
  )
}
