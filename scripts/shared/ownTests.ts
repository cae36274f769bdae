/** Folder of the tests that need our art, stories and contract; `npm run collection -- new` removes it. */
export const ownTests = "test/fringeDrifters";
