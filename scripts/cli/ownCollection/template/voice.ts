import type { CollectionVoice } from "#protocol/collectionConfig";

export const voice: CollectionVoice = {};
