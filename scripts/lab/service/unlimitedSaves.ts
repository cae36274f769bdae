/** Variables of the service for requests that all come from one address: they lift the rate limit of saves. */
export const unlimitedSaves = {
  SAVES_PER_MINUTE: "1000000",
  SAVES_PER_TOKEN_PER_MINUTE: "1000000",
} as const;
