import {
  Component,
  type ComponentType,
  lazy,
  type LazyExoticComponent,
  type ReactNode,
  Suspense,
  useState,
} from 'react'
import { ErrorText } from '../../ui/field.tsx'
import { logFailure } from '../browser/browser-log.ts'

type LazyPartLoader<Props> = () => LazyExoticComponent<ComponentType<Props>>

/** Defines a component that is loaded on first use; call it at module level. After a failed import, mounting it again retries. */
export function defineLazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyPartLoader<Props> {
  let part: LazyExoticComponent<ComponentType<Props>> | null = null
  async function loadModule() {
    try {
      return { default: await load() }
    } catch (cause) {
      part = null
      throw cause
    }
  }
  return () => (part ??= lazy(loadModule))
}

interface LazyPartProps<Props> {
  part: LazyPartLoader<Props>
  props: Props
  /** Shown when the component cannot be loaded. */
  failed: string
  children?: ReactNode
}

export function LazyPart<Props extends object>({
  part,
  props,
  failed,
  children,
}: LazyPartProps<Props>) {
  const [Part] = useState(part)
  return (
    <LoadBoundary text={failed}>
      <Suspense fallback={<output>Form is loading...</output>}>
        <Part {...props} />
        {children}
      </Suspense>
    </LoadBoundary>
  )
}

interface LoadBoundaryProps {
  text: string
  children: ReactNode
}

class LoadBoundary extends Component<LoadBoundaryProps, { failed: boolean }> {
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
