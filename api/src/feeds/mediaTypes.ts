export const atomType = "application/atom+xml";
export const jsonFeedType = "application/feed+json";
