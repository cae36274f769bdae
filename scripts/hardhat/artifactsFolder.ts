/** Folder of the compiled contracts, from the project's root. `npm run watch` keeps a second one, for its own tests. */
export const artifactsFolder = process.env.ARTIFACTS_FOLDER ?? "artifacts";
