import { use } from "chai";
import type { NetworkHooks } from "hardhat/types/hooks";

let isRestored = false;

export default async (): Promise<Partial<NetworkHooks>> => ({
  async newConnection(context, next) {
    // The toolbox replaces chai's methods at the first connection.
    const connection = await next(context);
    if (!isRestored) use(restoreDeepEqual);
    isRestored = true;
    return connection;
  },
});

type ChaiPlugin = Parameters<typeof use>[0];

/** Makes `deep.equal` behave like `eql`, which the toolbox does not override; any other `equal` is the toolbox's. */
const restoreDeepEqual: ChaiPlugin = (chai, utils) => {
  for (const name of ["equal", "equals", "eq"]) {
    chai.Assertion.overwriteMethod(name, (replaced: (...given: unknown[]) => void) => {
      return function (this: Chai.Assertion, ...given: [unknown, string?]) {
        if (utils.flag(this, "deep")) this.eql(...given);
        else replaced.apply(this, given);
      };
    });
  }
};
