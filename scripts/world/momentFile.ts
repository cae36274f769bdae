/** Whether `npm run world -- save` writes one file instead of a snapshot with this name. */
export const isMomentFile = (name: string) => name.endsWith(".json");
