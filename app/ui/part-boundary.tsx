import { Component, type ReactNode } from 'react'

interface PartBoundaryProps {
  children: ReactNode
  fallback?: ReactNode
}

/** Leaves the rest of a page as it is where a part of it breaks. React logs the error. */
export class PartBoundary extends Component<PartBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? this.props.fallback : this.props.children
  }
}
