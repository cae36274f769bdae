export const editorMessages = {
  removal:
    "Sign and save to remove the story: readers will find none. Published text stays public in the history.",
  signing: "Your wallet is asking for your signature.",
  rejected: "You rejected the request. Nothing was signed.",
  saving: "Saving…",
  signed: "Signed. Press Save to publish.",
  stale: "The text has changed since you signed it: the signature no longer matches.",
  offline: (isSaved: boolean) =>
    `Offline. ${isSaved ? "Your draft is kept here; sign" : "Sign"} and save when you are back.`,
  saved: "Your draft is kept here.",
  notSaved: "Your browser doesn't keep this draft. Copy the text before you leave.",
};

/** Message for a save while offline. */
export const offlineSaveMessage = "You're offline, so nothing was saved.";
