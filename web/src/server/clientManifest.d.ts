/** The browser build's manifest; `web/vite.config.ts` provides it to the renderer's build. */
declare module "virtual:client-manifest" {
  const manifest: Readonly<
    Record<string, { file: string; css?: string[]; imports?: string[] } | undefined>
  >;
  export default manifest;
}
