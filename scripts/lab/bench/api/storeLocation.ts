/** Location of a store, as the service's environment variable. */
export type StoreLocation = { DATA_DIR: string } | { DATABASE_URL: string };
