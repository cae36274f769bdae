/** Arguments of `vite` for each part of `npm run build`, in this order: the second refers to the first. */
export const pageBuilds: readonly (readonly string[])[] = [
  ["build", "web"],
  ["build", "web", "--config", "web/vite.renderer.config.ts"],
];
