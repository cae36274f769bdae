/** Arguments of `vite` for the parts of `npm run build` that make the page; the second refers to the first. */
export const pageBuilds: readonly (readonly string[])[] = [
  ["build", "web"],
  ["build", "web", "--config", "web/vite.renderer.config.ts"],
];

/** The same for the service. */
export const serviceBuild: readonly string[] = ["build", "api"];
