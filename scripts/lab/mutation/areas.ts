import { globSync } from "node:fs";

/** A part of the sources for mutation testing. */
export interface Area {
  name: AreaName;
  /** Source folder. */
  sources: string;
  /** Configuration of the type check. */
  types: string;
  /** Patterns of the test files that may reach it. */
  tests: readonly string[];
  /** Whether some of them open pages in a browser. */
  hasPages: boolean;
  /** Patterns of excluded test files, which cost more than they detect. */
  without: readonly string[];
}

export const areaNames = ["api", "protocol", "web"] as const;
export type AreaName = (typeof areaNames)[number];

/** Tests of documents, worlds and measurements, which are slow and not specific to single lines. */
const slowScripts =
  "test/scripts/{bench*,deploy,load,pictures,runbook,testRun,world*,soak,crash,assurance,mutation*,figures,docCommands,generatedFiles,gasReport,productionBuild,bootstrap,pack,repositoryFiles,serve,startFailure}.test.ts";

const areas: Readonly<Record<AreaName, Omit<Area, "name">>> = {
  api: {
    sources: "api/src",
    types: "tsconfig.json",
    tests: ["test/api/**/*.test.ts", "test/scripts/{stories*,verify,mint*,manage*}.test.ts"],
    hasPages: false,
    without: ["test/api/production/**"],
  },
  protocol: {
    sources: "api/protocol",
    types: "api/protocol/tsconfig.json",
    tests: [
      "test/protocol/*.test.ts",
      "test/web/*.test.{ts,tsx}",
      "test/api/*.test.ts",
      "test/scripts/*.test.ts",
    ],
    hasPages: false,
    without: [
      slowScripts,
      "test/api/{shutdown,server,web,metrics,postgresStore,lowdbStore}.test.ts",
    ],
  },
  web: {
    sources: "web/src",
    types: "web/tsconfig.json",
    tests: [
      "test/web/*.test.{ts,tsx}",
      "test/web/components/*.test.tsx",
      "test/web/pages/*.test.ts",
    ],
    hasPages: true,
    without: ["test/web/pages/{pagePool,productionBundle,steadiness}.test.ts"],
  },
};

export function readArea(name: AreaName): Area {
  return { name, ...areas[name] };
}

/** Paths from the project's root, in alphabetical order. */
export function sourceFiles({ sources }: Area): string[] {
  return globSync(`${sources}/**/*.{ts,tsx}`)
    .filter((file) => !file.endsWith(".d.ts"))
    .sort();
}

/** Paths from the project's root, in alphabetical order. */
export function testFiles({ tests, without }: Area): string[] {
  return [...new Set(globSync([...tests], { exclude: [...without] }))].sort();
}
