/** Where a store keeps its stories, in the words of the service's environment. */
export type StorePlace = { DATA_DIR: string } | { DATABASE_URL: string };
