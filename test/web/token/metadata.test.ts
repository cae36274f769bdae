import { QueryClient } from "@tanstack/react-query";
import { expect } from "chai";
import { metadataQueryOptions } from "../../../web/src/token/metadata.ts";
import "../../support/web/pageSettings.ts";

describe("metadata request", () => {
  const { fetch } = globalThis;
  const requests: string[] = [];
  afterEach(() => {
    globalThis.fetch = fetch;
    requests.length = 0;
  });

  /** Requests drifter 7 with this network response. */
  function ask(response: () => Response, drifterId = "7") {
    globalThis.fetch = async (address) => {
      requests.push(String(address));
      return response();
    };
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    return client.fetchQuery(metadataQueryOptions(drifterId)).then(
      ({ name }) => `found ${name}`,
      () => "not found",
    );
  }

  it("[S2.36] requests the drifter's file", async () => {
    expect(await ask(() => Response.json({ name: "Ilse" }))).to.equal("found Ilse");
    expect(requests).to.deep.equal(["/drifters/metadata/7.json"]);
  });

  const failures: Record<string, () => Response> = {
    "the service returns 404": () => Response.json({ status: 404 }, { status: 404 }),
    "the service returns 500": () => Response.json({ name: "Ilse" }, { status: 500 }),
    "the network fails": () => {
      throw new TypeError("Failed to fetch");
    },
    "the file is not JSON": () => new Response('{ "name": "Il'),
    "the file contains null": () => Response.json(null),
    "the app's HTML is returned instead": () => new Response("<!doctype html><title>Ilse</title>"),
  };
  for (const [failure, response] of Object.entries(failures)) {
    it(`[S2.41] [S2.42] [S8.1] finds nothing if ${failure}`, async () => {
      expect(await ask(response)).to.equal("not found");
      expect(requests).to.have.lengthOf(1);
    });
  }

  for (const invalid of ["-5", "1.5", "1e3"]) {
    it(`[S5.4] is not sent for ${invalid}, which is not a drifter ID, and finds nothing`, async () => {
      expect(await ask(() => Response.json({ name: "Ilse" }), invalid)).to.equal("not found");
      expect(requests).to.deep.equal([]);
    });
  }
});
