/** What requests and stories take, as measured. CPU times are in microseconds. */
export interface Costs {
  /** A read from memory while reads fill a core. */
  fullCoreRead: number;
  /** The same from the database. */
  fullCoreDatabaseRead: number;
  /** A read on a core that has time left. */
  memoryRead: number;
  databaseRead: number;
  save: number;
  /** Of PostgreSQL, for each of the same. */
  databaseReadInDatabase: number;
  saveInDatabase: number;
  /** A second of a process that reads, beside its reads, and of PostgreSQL meanwhile. */
  quietSecond: number;
  quietSecondInDatabase: number;
  /** Most memory of a process. */
  processBytes: number;
  /** Database: a story with its search, and each further revision of it. */
  storyBytes: number;
  revisionBytes: number;
  /** A response with a story. */
  responseBytes: number;
  rpcRequests: number;
  connections: number;
}

/** Load that somebody expects. */
export interface Load {
  name: string;
  readersPerHour: number;
  savesPerDay: number;
  /** Stories when the year begins. */
  stories: number;
}

/** Assumptions of the model. */
export const assumed = {
  /** Stories that a reader opens. */
  storiesPerReader: 5,
  /** The busiest minute, as a multiple of the mean. */
  peak: 4,
  /** Reads of stories that are not in memory. */
  fromDatabase: 0.05,
  /** Share of its core that a process may use at the peak. */
  fullest: 0.5,
  /** Below this share, one process is enough. */
  littleShare: 0.02,
  blocksPerDay: 7_200,
} as const;

/** The table's rows. */
export const loads: readonly Load[] = [
  { name: "1 thousand readers an hour", readersPerHour: 1_000, savesPerDay: 100, stories: 10_000 },
  {
    name: "100 thousand readers an hour",
    readersPerHour: 100_000,
    savesPerDay: 1_000,
    stories: 10_000,
  },
  {
    name: "1 million readers an hour",
    readersPerHour: 1_000_000,
    savesPerDay: 10_000,
    stories: 10_000,
  },
  {
    name: "1 million readers an hour, 100 thousand saves a day",
    readersPerHour: 1_000_000,
    savesPerDay: 100_000,
    stories: 1_000_000,
  },
];

/** What a load takes. */
export interface Prediction {
  /** At the peak. */
  readsPerSecond: number;
  savesPerSecond: number;
  serviceCores: number;
  databaseCores: number;
  networkBytesPerSecond: number;
  processes: number;
  memoryBytes: number;
  connections: number;
  /** Database after a year. */
  databaseBytes: number;
  rpcRequestsPerDay: number;
  costClass: "A" | "B" | "C";
}

const secondsPerHour = 3_600;
const secondsPerDay = 24 * secondsPerHour;
const daysPerYear = 365;

/** Predicts what a load takes, from the costs of its parts. */
export function predict(load: Load, costs: Costs): Prediction {
  const readsPerSecond =
    (load.readersPerHour / secondsPerHour) * assumed.storiesPerReader * assumed.peak;
  const savesPerSecond = (load.savesPerDay / secondsPerDay) * assumed.peak;
  const { service, database } = workOf(readsPerSecond, savesPerSecond, costs);
  const processes =
    service < assumed.littleShare ? 1 : Math.max(2, Math.ceil(service / assumed.fullest));
  const serviceCores = service + (processes * costs.quietSecond) / 1e6;
  const databaseCores = database + (processes * costs.quietSecondInDatabase) / 1e6;
  const memoryBytes = processes * costs.processBytes;
  const databaseBytes =
    load.stories * costs.storyBytes + load.savesPerDay * daysPerYear * costs.revisionBytes;
  return {
    readsPerSecond,
    savesPerSecond,
    serviceCores,
    databaseCores,
    networkBytesPerSecond: readsPerSecond * costs.responseBytes,
    processes,
    memoryBytes,
    connections: processes * costs.connections,
    databaseBytes,
    rpcRequestsPerDay: load.savesPerDay * costs.rpcRequests + processes * assumed.blocksPerDay,
    costClass: classOf({ cores: serviceCores + databaseCores, memoryBytes, databaseBytes }),
  };
}

/** Cores that the requests take, beside what processes take without any. */
function workOf(readsPerSecond: number, savesPerSecond: number, costs: Costs) {
  const [fromDatabase, fromMemory] = [assumed.fromDatabase, 1 - assumed.fromDatabase];
  const read = fromMemory * costs.memoryRead + fromDatabase * costs.databaseRead;
  const readInDatabase = fromDatabase * costs.databaseReadInDatabase;
  return {
    service: (readsPerSecond * read + savesPerSecond * costs.save) / 1e6,
    database: (readsPerSecond * readInDatabase + savesPerSecond * costs.saveInDatabase) / 1e6,
  };
}

/** Machines of the classes, in cores, and in bytes of memory and disk. */
const machines = {
  A: { cores: 2, memoryBytes: 4e9, databaseBytes: 80e9 },
  B: { cores: 4, memoryBytes: 8e9, databaseBytes: 320e9 },
} as const;

type Needs = { cores: number; memoryBytes: number; databaseBytes: number };

/** The smallest class of which half of the cores, of the memory and of the disk are enough. */
function classOf(needs: Needs): Prediction["costClass"] {
  const fits = (machine: Needs) =>
    needs.cores <= machine.cores / 2 &&
    needs.memoryBytes <= machine.memoryBytes / 2 &&
    needs.databaseBytes <= machine.databaseBytes / 2;
  if (fits(machines.A)) return "A";
  return fits(machines.B) ? "B" : "C";
}
