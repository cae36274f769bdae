/** Environment variables by name. */
export type Environment = Record<string, string | undefined>;
