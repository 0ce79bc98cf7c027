import { Component, type ReactNode } from 'react'
import { ErrorText } from '../../ui/field.tsx'
import { logFailure } from '../browser/browser-log.ts'

interface LoadBoundaryProps {
  /** What stands there when the part could not be loaded or shown. */
  text: string
  children: ReactNode
}

/** Around a part that is loaded when it is needed. */
export class LoadBoundary extends Component<LoadBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(cause: unknown) {
    logFailure(this.props.text, cause)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div role="alert">
        <ErrorText>{this.props.text}</ErrorText>
      </div>
    )
  }
}
