/** Service variables that lift the rate limit for saves, because all requests come from one address. */
export const unlimitedSaves = {
  SAVES_PER_MINUTE: "1000000",
  SAVES_PER_TOKEN_PER_MINUTE: "1000000",
} as const;
