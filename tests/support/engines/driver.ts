/**
 * The browser functions that a journey uses. Each browser engine implements them, so that a journey is written only
 * once.
 */
export interface BrowserDriver {
  open(url: string): Promise<void>
  /** Runs a function in the page, with its arguments as JSON. */
  run<Input extends unknown[], Output>(
    work: (...input: Input) => Output,
    ...input: Input
  ): Promise<Output>
  click(selector: string): Promise<void>
  /** Types into an empty field. */
  type(selector: string, text: string): Promise<void>
  resize(size: { width: number; height: number }): Promise<void>
  screenshot(file: string): Promise<void>
  /** Replaces this browser by a new one without any stored data. */
  forget(): Promise<void>
  close(): Promise<void>
}
