import type { HardhatPlugin } from "hardhat/types/plugins";

/**
 * Hardhat plugin that preserves chai's own `deep.equal`. The toolbox's matchers would compare number-like values
 * instead, so that `"0xAB"` deeply equals `"0xab"`, `1` equals `"1"`, and `""` equals `0`.
 */
export const strictEqualityPlugin: HardhatPlugin = {
  id: "strict-equality",
  dependencies: () => [import("@nomicfoundation/hardhat-toolbox-mocha-ethers")],
  hookHandlers: {
    network: async () => ({
      default: async () => ({
        async newConnection(context, next) {
          // The toolbox replaces chai's methods at the first connection.
          const connection = await next(context);
          restored ??= restoreDeepEqual();
          await restored;
          return connection;
        },
      }),
    }),
  },
};

let restored: Promise<void> | undefined;

/**
 * Makes `deep.equal` behave like `eql`, which the toolbox does not override. Without `deep`,
 * `equal` remains the toolbox's version.
 */
async function restoreDeepEqual(): Promise<void> {
  const { use } = await import("chai");
  use((chai, utils) => {
    for (const name of ["equal", "equals", "eq"]) {
      chai.Assertion.overwriteMethod(name, (replaced: (...given: unknown[]) => void) => {
        return function (this: Chai.Assertion, ...given: [unknown, string?]) {
          if (utils.flag(this, "deep")) this.eql(...given);
          else replaced.apply(this, given);
        };
      });
    }
  });
}
