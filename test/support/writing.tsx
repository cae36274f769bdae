import { UserRejectedRequestError } from "viem";
import { type Config, WagmiContext } from "wagmi";
import { draftList } from "../../web/src/narrative/draftList.ts";
import { setLeftText } from "../../web/src/narrative/leftText.ts";
import "./componentLoader.ts";
import { type Answers, connectedConfig } from "./connectedWallet.ts";
import { hardhatAccount } from "./injectedWallet.ts";
import { type Mounted, mounted } from "./mount.ts";
import "./pageSettings.ts";
import { withFetch } from "./stubFetch.ts";

const { NarrativeEditor } = await import("../../web/src/narrative/NarrativeEditor.tsx");

export const author = hardhatAccount(2).address;
export const story = "One lamp.";
export const text = "Two lamps.";
export const signature = "0x51";
export const origin = { author, savedAt: "2026-01-02T03:04:05.000Z", revision: 2 };

type Save = { headers: Record<string, string>; body: Record<string, string> };

/** A service, and what was posted to it. */
export function service(answer: (save: Save) => Promise<Response> | Response) {
  const saves: Save[] = [];
  const reads: string[] = [];
  let read = (): Promise<Response> | Response =>
    Response.json({ drifterId: "7", narrative: story, ...origin }, { headers: { ETag: '"1"' } });
  const fetch: typeof globalThis.fetch = async (url, init) => {
    if (init?.method !== "POST") {
      reads.push(String(url));
      return read();
    }
    // Safety: the page posts texts.
    const save = {
      headers: init.headers as Record<string, string>,
      body: JSON.parse(String(init.body)) as Record<string, string>,
    };
    saves.push(save);
    return answer(save);
  };
  return {
    saves,
    reads,
    fetch,
    readAs(next: typeof read) {
      read = next;
    },
  };
}

export const accepts = ({ body }: Save) =>
  Response.json(
    { drifterId: "7", narrative: body.narrative, ...origin },
    { headers: { ETag: '"2"' } },
  );
export const refusesWith = (status: number, code: string) => () =>
  Response.json(
    { status, code },
    { status, headers: { "Content-Type": "application/problem+json" } },
  );
export const signs = { personal_sign: () => signature };
export const rejects = {
  personal_sign: () => {
    throw new UserRejectedRequestError(new Error("No."));
  },
};

interface Setting {
  answer?: Parameters<typeof service>[0];
  wallet?: Answers;
  narrative?: string;
  before?: () => void;
}

interface Writing {
  page: Mounted;
  posted: ReturnType<typeof service>;
  left: () => number;
}

/** The editor of drifter 7, with its story and what the service and the wallet answer. */
export async function withEditor(setting: Setting, work: (writing: Writing) => Promise<void>) {
  const { answer = accepts, wallet = signs, narrative = story, before } = setting;
  const posted = service(answer);
  const config: Config = connectedConfig(author, wallet);
  let timesLeft = 0;
  const onLeave = () => {
    timesLeft += 1;
  };
  const { error } = console;
  console.error = () => {};
  try {
    await withFetch(posted.fetch, () =>
      mounted(null, async (page) => {
        before?.();
        await page.show(
          // Safety: a configuration of the page's chain.
          <WagmiContext value={config as never}>
            <NarrativeEditor
              drifterId="7"
              author={author}
              narrative={narrative}
              condition={{ "If-Match": '"1"' }}
              onLeave={onLeave}
            />
          </WagmiContext>,
        );
        await work({ page, posted, left: () => timesLeft });
        await page.show(null);
      }),
    );
  } finally {
    console.error = error;
    setLeftText(undefined);
  }
}

export const write = (page: Mounted, typed = text) => page.type("Write", typed);
export const drafts = () => draftList(globalThis.localStorage, "7", author);
export const isDisabled = (page: Mounted, ...names: string[]) =>
  names.map((name) => page.named(name).disabled);
export const publishable = async (page: Mounted) => {
  await write(page);
  await page.click("Sign");
};
