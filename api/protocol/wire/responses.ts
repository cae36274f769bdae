import { z } from "zod";
import { collectionConfig } from "#collection/collection.config.ts";
import { canonicalInteger } from "../values/bigints.ts";
import { isDrifterId } from "../values/drifterId.ts";
import { Noun } from "../values/noun.ts";
import { apiErrorCodes, problemType } from "./errors.ts";

// Schemas of request and response bodies: types, validation and the API's description derive from them. Browsers
// import only the types, because zod is large.

/** Token ID. The regex documents the format in the API description; the refinement checks it completely. */
export const drifterIdSchema = z.string().regex(canonicalInteger).refine(isDrifterId);
// A template literal matches the whole string, so its parts need no anchors.
const hexSchema = z.templateLiteral(["0x", z.string().regex(/[0-9a-fA-F]*/)]);
const hexText = (digits: number) =>
  z.templateLiteral(["0x", z.string().regex(new RegExp(`[0-9a-fA-F]{${digits}}`))]);
const addressSchema = hexText(40);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const countSchema = z.int().min(0);
const revisionSchema = z.int().min(1);

export const saveRequestSchema = z
  .strictObject({
    drifterId: z.string(),
    /** The story as Markdown. */
    narrative: z.string(),
    /** The exact message that the wallet signed; see `narrativeMessage`. */
    signedMessage: z.string(),
    /** Signature in hex: 65 bytes for a key, any length for a contract wallet. */
    signature: z.string(),
  })
  .meta({
    id: "NarrativeSaveRequest",
    description: `A story, the message \`I own ${Noun} {drifterId} and I am posting {SHA-256 of the story}\`, and the owner's EIP-191 signature over that message. A contract wallet's signature (ERC-1271, ERC-6492) may have any length.`,
  });

export const signedRevisionSchema = z
  .strictObject({
    ...saveRequestSchema.shape,
    drifterId: drifterIdSchema,
    signature: hexSchema,
    /** The owner who signed, as a checksummed address (EIP-55). */
    author: addressSchema,
    /** Time at which the service accepted the story, ISO 8601 in UTC. */
    savedAt: z.iso.datetime(),
    /** Block number at which `author` owned the token. */
    blockNumber: countSchema,
    chainId: z.int().min(1),
    contract: addressSchema,
    /** 1 for a token's first story, incremented with each accepted change. */
    revision: revisionSchema,
  })
  .meta({
    id: "SignedRevision",
    description:
      "An accepted story as a signed revision, which contains everything needed to verify it.",
  });
export type SignedRevision = z.infer<typeof signedRevisionSchema>;
export type NarrativeSaveRequest = Pick<SignedRevision, keyof typeof saveRequestSchema.shape>;
/** A list entry for a story, without its narrative. */
export type NarrativeListItem = Pick<
  SignedRevision,
  "drifterId" | "author" | "savedAt" | "revision"
>;

const personNameSchema = z
  .strictObject({
    name: z.string(),
    /** Says which characters other than ASCII the name has: a script, `letters beyond a–z` or `symbols`. */
    note: z.exactOptional(z.string()),
  })
  .meta({
    id: "PersonName",
    description:
      "A wallet's normalized ENS name, which leads back to the wallet's address. `note` says which characters other than ASCII the name has; show it beside the name. Absent while the name is unknown: no response waits for it.",
  });
export type PersonName = z.infer<typeof personNameSchema>;

export const listLineSchema = signedRevisionSchema
  .pick({ drifterId: true, author: true, savedAt: true, revision: true })
  .extend({ name: z.exactOptional(z.string()) })
  .meta({
    id: "NarrativeListLine",
    description: "One line in the story list, with the token's name if it has one.",
  });
export type NarrativeListLine = z.infer<typeof listLineSchema>;

const textlessSchema = signedRevisionSchema
  .omit({ narrative: true })
  .extend({ narrativeHash: sha256 });
/** A signed revision with its narrative's SHA-256 instead of the narrative: verifiable without showing the text. */
export type TextlessRevision = z.infer<typeof textlessSchema>;

/** A link of a token's chain; `isMissing` marks a revision whose file is corrupt and was quarantined. */
const linkSchema = z.union([
  textlessSchema,
  z.strictObject({
    drifterId: drifterIdSchema,
    revision: revisionSchema,
    isMissing: z.literal(true),
  }),
]);
export type ChainLink = z.infer<typeof linkSchema>;

export const tokenChainSchema = z
  .strictObject({
    drifterId: drifterIdSchema,
    /** Whether the service hides the narratives. */
    isHidden: z.boolean(),
    /** One link per revision, from revision 1. */
    links: z.array(linkSchema),
  })
  .meta({
    id: "TokenChain",
    description:
      "Every signed revision of a token's story, with the text's SHA-256 instead of the text. A revision whose file was quarantined is marked as missing.",
  });
export type TokenChain = z.infer<typeof tokenChainSchema>;

export const chainHeadSchema = z
  .strictObject({ drifterId: drifterIdSchema, revision: revisionSchema, hash: sha256 })
  .meta({
    id: "ChainHead",
    description: "The hash of a token's last link, and the number of links.",
  });
export type ChainHead = z.infer<typeof chainHeadSchema>;

export const checkpointSchema = z
  .strictObject({
    format: z.literal("fringe-drifters-checkpoint"),
    version: z.literal(1),
    root: sha256,
    tokens: countSchema,
    /** Number of links in all chains. */
    revisions: countSchema,
    /** Time at which the newest signed revision was saved; null without revisions. */
    savedAt: z.iso.datetime().nullable(),
  })
  .meta({
    id: "Checkpoint",
    description:
      "A commitment to every signed revision: the Merkle root (RFC 6962, SHA-256) over all tokens' chain heads.",
  });
export type Checkpoint = z.infer<typeof checkpointSchema>;

/** Cursor of the next page; null on the last page. */
const cursorSchema = z.string().nullable();

export const storyPageSchema = z
  .strictObject({
    stories: z.array(
      listLineSchema.extend({
        /** The heading that the story starts with, as plain text; absent without one. */
        title: z.exactOptional(z.string()),
        /** Passage that best matches the query, or the beginning, without the title; empty if the story has no words. */
        excerpt: z.array(z.strictObject({ text: z.string(), isMatch: z.boolean() })),
        /** Minutes to read the story, at least 1; absent while the story is being indexed. */
        readingMinutes: z.exactOptional(z.int().positive()),
        authorName: z.exactOptional(personNameSchema),
      }),
    ),
    next: cursorSchema,
  })
  .meta({
    id: "StoryPage",
    description:
      "A page of stories, newest first, or by rank with a query. `next` is the cursor of the next page. An excerpt's parts form plain text when joined; `isMatch` marks matched words.",
  });
export type StoryPage = z.infer<typeof storyPageSchema>;
export type StoryPageItem = StoryPage["stories"][number];
export type ExcerptPart = StoryPageItem["excerpt"][number];

/** A token reference for links; the name is a single line. */
const referenceSchema = z.strictObject({
  drifterId: drifterIdSchema,
  name: z.exactOptional(z.string()),
});
export type TokenReference = z.infer<typeof referenceSchema>;
const listedSchema = referenceSchema.extend({ hasStory: z.boolean() });

export const tokenPageSchema = z
  .strictObject({
    /** `phase` is the phase in which the token was minted; absent if unknown. */
    tokens: z.array(listedSchema.extend({ phase: z.exactOptional(z.string()) })),
    total: countSchema,
    facets: z.strictObject({
      /** Trait types by name; values by count, highest first, at most `maxFacetValues` per type. */
      traits: z.array(
        z.strictObject({
          type: z.string(),
          values: z.array(z.strictObject({ value: z.string(), count: countSchema })),
        }),
      ),
      /** Phases in the contract's order. */
      phases: z.array(z.strictObject({ phase: z.string(), count: countSchema })),
      stories: z.strictObject({ with: countSchema, without: countSchema }),
    }),
    next: cursorSchema,
  })
  .meta({
    id: "TokenPage",
    description:
      "A page of minted tokens, the number of tokens on all pages, and the number of tokens per filter choice, given all other filters. `next` is the cursor of the next page.",
  });
export type TokenPageResponse = z.infer<typeof tokenPageSchema>;
export type TokenFacets = TokenPageResponse["facets"];

export const ownerPageSchema = z
  .strictObject({
    /** Checksummed address (EIP-55). */
    owner: addressSchema,
    ownerName: z.exactOptional(personNameSchema),
    blockNumber: countSchema,
    /** Number of tokens on all pages. */
    total: countSchema,
    /** Tokens, newest first: received tokens, most recent first, then tokens minted to the wallet. */
    tokens: z.array(listedSchema),
    next: cursorSchema,
    /** Stories newest first, at most `maxOwnerStories`; equal on every page. */
    stories: z.array(
      referenceSchema.extend(listLineSchema.pick({ savedAt: true, revision: true }).shape),
    ),
    storyTotal: countSchema,
  })
  .meta({
    id: "OwnerPage",
    description:
      "A page of a wallet's tokens at a block, newest first, and the latest current stories that the wallet wrote, regardless of the tokens' current owners. `next` is the cursor of the next page; a token may be listed twice if tokens are transferred between two requests.",
  });
export type OwnerPageResponse = z.infer<typeof ownerPageSchema>;

/** One trait in a token's metadata; numbers and booleans are strings. */
const traitSchema = z.strictObject({ type: z.string(), value: z.string() });
export type Trait = z.infer<typeof traitSchema>;

export const neighborsSchema = z
  .strictObject({
    /** The token with the next lower number. */
    previous: referenceSchema.nullable(),
    next: referenceSchema.nullable(),
    /**
     * Next token with a story. Repeatedly following this link visits every story once, in a
     * pseudorandom order that changes only where stories change.
     */
    withStory: referenceSchema.nullable(),
    owner: addressSchema.nullable(),
    sameOwner: z.array(referenceSchema).nullable(),
    /** Tokens with stories first, in `withStory` order. */
    samePhase: z.array(referenceSchema),
    /** Tokens whose stories mention this token, newest story first, each with the sentence that does. */
    mentionedIn: z.array(referenceSchema.extend({ quote: z.exactOptional(z.string()) })),
    /** Tokens that this token's story mentions, in the story's order. */
    mentions: z.array(referenceSchema),
    /** Number of minted tokens with each of this token's traits; each `trait` is a `GET /api/tokens` parameter. */
    traits: z.array(z.strictObject({ trait: z.string(), count: countSchema })),
    /** Known names of the owner and of the story's author, by address. */
    names: z.exactOptional(z.record(z.string(), personNameSchema)),
  })
  .meta({
    id: "TokenNeighbors",
    description:
      "Related minted tokens: the neighbors by number, the next token with a story, the owner and the owner's other tokens (null while the chain cannot be read), tokens in the same phase, tokens whose stories mention this token, with the sentence, and tokens that its story mentions; also the number of tokens with each of its traits, and the names of the owner and of the story's author, by address.",
  });
export type TokenNeighbors = z.infer<typeof neighborsSchema>;

export const storyMapSchema = z
  .strictObject({
    /** Tokens that a drawing of the latest meetings shows, at positions in percent of its width and height. */
    tokens: z.array(
      referenceSchema.extend({ hasStory: z.boolean(), x: z.number(), y: z.number() }),
    ),
    /** Number of the drawing's rows, each of at most five tokens. */
    rows: countSchema,
    /** Stories that mention other tokens, newest first, at most `maxMeetings`, each with the sentence that does. */
    meetings: z.array(
      z.strictObject({ writer: referenceSchema, mentioned: referenceSchema, quote: z.string() }),
    ),
    meetingTotal: countSchema,
    storyTotal: countSchema,
    tokenTotal: countSchema,
  })
  .meta({
    id: "StoryMap",
    description:
      "Which stories mention which minted tokens, newest story first, with at most 12 mentions of each story; the totals; and positions, in percent, for a drawing of the tokens in the latest meetings.",
  });
export type StoryMap = z.infer<typeof storyMapSchema>;

/** The wallet that a name leads to. */
export const namedAddressSchema = z
  .strictObject({ address: addressSchema })
  .meta({ id: "NamedAddress", description: "The address of an ENS name." });

export const mintRequestSchema = z
  .strictObject({ minter: z.string(), qty: z.union([z.string(), z.number()]) })
  .meta({
    id: "MintRequest",
    description:
      "The wallet that will mint and the quantity: a whole number, as a number or a string.",
  });

export const signedAuthorizationSchema = z
  .strictObject({
    chainId: z.int(),
    contract: addressSchema,
    minter: addressSchema,
    phase: z.string(),
    transactionID: z.string(),
    /** Decimal string, because JSON numbers are exact only up to 2^53. */
    qty: z.string().regex(/^[1-9]\d*$/),
    /** EIP-712 digest of the terms, 32 bytes in hex. */
    hash: hexText(64),
    signature: hexText(130),
  })
  .meta({
    id: "SignedMintAuthorization",
    description: `An EIP-712 \`MintAuthorization\`, signed by the collection's signer. \`${collectionConfig.mintFunction}(hash, signature, transactionID, qty)\` accepts it once, from \`minter\`, while \`phase\` is active.`,
  });
export type SignedMintAuthorization = z.infer<typeof signedAuthorizationSchema>;

export const allowanceSchema = z
  .strictObject({
    phase: z.string(),
    allowance: countSchema,
    left: countSchema,
    /** The wallet's allowance in each planned phase. */
    planned: z.exactOptional(z.record(z.string(), countSchema)),
    confirming: z.exactOptional(
      z.strictObject({ blocks: countSchema, of: countSchema, leftAfter: countSchema }),
    ),
  })
  .meta({
    id: "MintAllowance",
    description:
      "How many tokens a wallet may still mint in the active phase, and the wallet's total allowance: 0 if the phase is closed or the wallet is not listed. Unused authorizations do not count. Until a mint is final, it counts as the largest quantity signed for it: `confirming` contains its confirmations, and the allowance left afterwards.",
  });
export type MintAllowance = z.infer<typeof allowanceSchema>;
export type MintConfirmation = NonNullable<MintAllowance["confirming"]>;

const momentSchema = z.iso.datetime();
const salePhaseSchema = z
  .strictObject({
    name: z.string(),
    startingPoint: countSchema,
    /** The token ID after the last one. */
    endPoint: countSchema,
    /** Wei, as a decimal string. */
    price: z.string().regex(/^\d+$/),
    maxPerMint: countSchema,
    opensAt: z.exactOptional(momentSchema),
    closesAt: z.exactOptional(momentSchema),
    /** Allowance of every wallet; absent if only listed wallets may mint. */
    perWallet: z.exactOptional(countSchema),
  })
  .meta({
    id: "SalePhase",
    description:
      "A planned phase: its token IDs, price, maximum per mint, times, and the allowance of every wallet, without which only listed wallets may mint.",
  });
export type PlannedPhase = z.infer<typeof salePhaseSchema>;

export const saleSchema = z
  .strictObject({
    isMinting: z.boolean(),
    /** Whether minting is on and the plan has the active phase open now. */
    isOpen: z.boolean(),
    phase: z.string(),
    left: countSchema,
    /** Timestamp of the newest block: phases open and close by it. */
    time: momentSchema,
    /** Empty without a sale file. */
    phases: z.array(salePhaseSchema),
  })
  .meta({
    id: "Sale",
    description:
      "Whether minting is on, whether the active phase is open, its name, how many tokens it has left for all wallets, the newest block's time, and the planned phases. No authorizations are signed before `opensAt` and from `closesAt` on, by the newest block's time.",
  });
export type SaleReport = z.infer<typeof saleSchema>;

export const saleHistorySchema = z
  .strictObject({
    blockNumber: countSchema,
    /** What minters have paid, in wei, as a decimal string: the contract's balance plus all withdrawals. */
    income: z.string().regex(/^\d+$/),
    /** Number of wallets to which tokens were minted. */
    wallets: countSchema,
    phases: z.array(
      z.strictObject({
        name: z.string(),
        minted: countSchema,
        wallets: countSchema,
        /** Number of minted tokens at some mints' times, including the first and the last. */
        points: z.array(z.strictObject({ time: momentSchema, minted: countSchema })),
      }),
    ),
    /** Absent if the service signs no authorizations. */
    requests: z.exactOptional(
      z.strictObject({
        /** Time at which this process started to count. */
        since: momentSchema,
        issued: countSchema,
        /** Number of rejected requests by error code. */
        rejected: z.record(z.string(), countSchema),
      }),
    ),
  })
  .meta({
    id: "SaleHistory",
    description:
      "How the collection has sold until a block, from its events: by phase, tokens, wallets, and the number of minted tokens over time. Gifts count as minted. Also how many authorizations this process has signed, and how many requests it has rejected under which rule.",
  });
export type SaleHistoryReport = z.infer<typeof saleHistorySchema>;

export const healthSchema = z
  .strictObject({ status: z.literal("ok") })
  .meta({ id: "Health", description: "The process responds." });

const partStateSchema = z.enum(["ok", "failed", "unknown"]);
export const readinessSchema = z
  .strictObject({
    /** `closing`: the service is shutting down, and still accepts requests while it drains. */
    status: z.enum(["ready", "failing", "closing"]),
    parts: z.strictObject({
      chain: partStateSchema,
      contract: partStateSchema,
      store: partStateSchema,
    }),
    /** Reason for a failure. Chain and store failures are only logged, because their messages may contain secrets. */
    reason: z.exactOptional(z.string()),
    /** What needs the operator but does not stop the service. */
    warnings: z.exactOptional(z.array(z.string())),
  })
  .meta({
    id: "Readiness",
    description:
      "State of each part that saves depend on; `closing` during shutdown. `reason` is present while `contract` has failed.",
  });
export type ReadinessReport = z.infer<typeof readinessSchema>;

export const problemSchema = z
  .strictObject({
    type: z.string().startsWith(problemType("")),
    title: z.string(),
    status: z.int(),
    /** States what is wrong and what to do, for people. */
    detail: z.string(),
    code: z.enum(apiErrorCodes),
    removed: z.exactOptional(listLineSchema),
  })
  .meta({
    id: "Problem",
    description:
      "Problem details (RFC 9457). `code` is stable; the wording may change. If the owner removed the story, `narrative.not_found` includes `removed`, the removing revision's list item.",
  });
export type ApiProblem = z.infer<typeof problemSchema>;
