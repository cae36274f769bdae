import type { Logger } from "pino";
import { BoundedQueue } from "./base/boundedQueue.ts";
import { createCatalogue } from "./catalogue/catalogue.ts";
import { createCollectionMetadata } from "./catalogue/metadata.ts";
import { createChain } from "./chain/chain.ts";
import { openMinted } from "./chain/minted.ts";
import { openCollection } from "./collection/openCollection.ts";
import { WatchedFolder } from "./files/watchedFolder.ts";
import { Authorizations } from "./mint/authorizations.ts";
import { comparePlan, listPlanWarnings } from "./mint/compareWithChain.ts";
import { createSignerReport } from "./mint/issueAuthorization.ts";
import { NumberGuard } from "./mint/numberGuard.ts";
import { createSaleHistory } from "./mint/saleHistory.ts";
import { WatchedPlan } from "./mint/watchedPlan.ts";
import { createNames } from "./names/names.ts";
import { Changes } from "./narratives/changes.ts";
import { createMetrics } from "./operations/metrics.ts";
import { createReadiness } from "./operations/readiness.ts";
import { createStorySearch } from "./search/storySearch.ts";
import type { Settings } from "./settings/settings.ts";
import { openRecords, openStore } from "./storage.ts";

/** Interval between two checks of the sale file. */
const planCheckMilliseconds = 1_000;

/** Components of the service, from which each route takes some. Disposing them closes everything. */
export type Service = Awaited<ReturnType<typeof openService>>;

/** Opens the service's components; throws like `startServer`. */
export async function openService(settings: Settings, logger: Logger) {
  await using opening = new AsyncDisposableStack();
  const { mint } = settings;
  const changes = new Changes();
  const store = await openStore(settings, logger, changes.note);
  opening.defer(() => store.close());
  const records = await openRecords(settings, logger);
  opening.defer(() => records.close());
  const metrics = createMetrics();
  const chain = createChain(settings, metrics);
  const plan =
    mint &&
    new WatchedPlan({
      plan: mint.plan,
      file: settings.saleFile,
      logger,
      onChange(current) {
        changes.note();
        void comparePlan({ chain, plan: current, logger });
      },
    });
  if (plan) {
    const planCheck = setInterval(() => plan.check(), planCheckMilliseconds).unref();
    opening.defer(async () => clearInterval(planCheck));
  }
  const signer = mint?.signer.address;
  const listWarnings = plan && signer && (() => listPlanWarnings(chain, plan, signer));
  const readiness = createReadiness({ chain, store, listWarnings, logger, settings });
  const saveQueue = new BoundedQueue(settings.saveLimits);
  metrics.watch({ store, readiness, saveQueue });
  const minted = await openMinted(settings, chain, records, logger, changes.note);
  opening.defer(() => minted.close());
  const saleHistory = createSaleHistory({ chain, logger, settings, metrics });
  opening.defer(async () => saleHistory.close());
  metrics.watchSale({ chain, history: saleHistory.latest, signer });
  const collection = await openCollection(settings, logger);
  // A remote collection may change without notice.
  const isRemote = settings.collectionOrigin !== undefined;
  const folders = [settings.webDir, ...(isRemote ? [] : [settings.collectionDir])].map(
    (folder) => new WatchedFolder(folder, changes.note),
  );
  opening.defer(async () => {
    for (const folder of folders) folder.close();
  });
  await Promise.all(folders.map((folder) => folder.check()));
  const metadata = createCollectionMetadata(
    collection,
    changes.note,
    settings.metadataWaitMilliseconds,
  );
  const search = createStorySearch(store, logger);
  opening.defer(() => search.close());
  /** Issued mint authorizations; `authorizations`, `plan` and `numbers` are absent without a signing key. */
  const authorizations = mint && new Authorizations(records);
  const opened = opening.move();
  return {
    settings,
    logger,
    changes,
    store,
    metrics,
    chain,
    readiness,
    saveQueue,
    minted,
    saleHistory,
    /** Checks for unreported changes. */
    checkForChanges() {
      void minted.current();
      for (const folder of folders) void folder.check();
    },
    /** Returns whether `changes` has counted every change up to a moment ago. */
    isInformed: () =>
      !isRemote && minted.isCurrent() && folders.every(({ isCurrent }) => isCurrent),
    collection,
    metadata,
    catalogue: createCatalogue({ minted, metadata }),
    names: createNames({ chain, settings, onChange: changes.note }),
    search,
    authorizations,
    plan,
    numbers:
      mint &&
      authorizations &&
      new NumberGuard({
        chain,
        store: authorizations,
        owner: settings,
        signer: mint.signer.address,
      }),
    onSignerKnown: createSignerReport(logger, mint),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
