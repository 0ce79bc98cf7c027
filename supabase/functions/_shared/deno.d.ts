/** The part of Deno that the functions' entry points use. */
declare const Deno: {
  serve: (handler: (request: Request) => Promise<Response>) => unknown
  env: { get: (name: string) => string | undefined }
}
