/** Variables of the service where every request comes from one address: nobody is sent away for saving too often. */
export const unlimitedSaves = {
  SAVES_PER_MINUTE: "1000000",
  SAVES_PER_DRIFTER_PER_MINUTE: "1000000",
} as const;
