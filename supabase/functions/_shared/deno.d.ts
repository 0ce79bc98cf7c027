declare const Deno: {
  serve: (handler: (request: Request) => Promise<Response>) => unknown
  env: { get: (name: string) => string | undefined }
}
