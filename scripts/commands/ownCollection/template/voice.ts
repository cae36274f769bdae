import type { CollectionVoice } from "#collection/collectionConfig.ts";

export const voice: CollectionVoice = {};
