import { Component, type ReactNode } from 'react'

interface PartErrorBoundaryProps {
  children: ReactNode
  fallback?: ReactNode
}

/**
 * An error boundary: when a part of a page fails, it renders `fallback` and leaves the rest of the page as it is. React
 * logs the error.
 */
export class PartErrorBoundary extends Component<PartErrorBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? this.props.fallback : this.props.children
  }
}
