import { mock } from "node:test";
import type { QueryClient } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { expect } from "chai";
import type { ReactNode } from "react";
import { stringToHex } from "viem";
import { type Config, WagmiContext } from "wagmi";
import type { Draft } from "../../../web/src/narrative/draft.ts";
import { draftStore } from "../../../web/src/narrative/draftStore.ts";
import { connectedConfig, type RpcResponses } from "../../support/web/connectedWallet.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import {
  createQueryClient,
  renderComponent,
  stubResponses,
  textbox,
} from "../../support/web/renderComponent.tsx";

const { NarrativeEditor } = await import("../../../web/src/narrative/NarrativeEditor.tsx");

export const author = hardhatAccount(2).address;
export const story = "One lamp.";
export const text = "Two lamps.";
export const signature = "0x51";
export const origin = { author, savedAt: "2026-01-02T03:04:05.000Z", revision: 2 };

interface Save {
  headers: Record<string, string>;
  body: Record<string, string>;
}

/** Responds to the page's requests like the service; returns what it has received. */
export function stubService(
  onSave: (save: Save) => Promise<Response> | Response = accepts,
  onRead: () => Promise<Response> | Response = () => publishedAs(story, '"1"'),
) {
  const saves: Save[] = [];
  const reads: string[] = [];
  stubResponses(async (url, init) => {
    if (init?.method !== "POST") {
      reads.push(String(url));
      return onRead();
    }
    // Safety: the page posts JSON texts.
    const save = {
      headers: init.headers as Record<string, string>,
      body: JSON.parse(String(init.body)) as Record<string, string>,
    };
    saves.push(save);
    return onSave(save);
  });
  // The app logs failed saves.
  const { mock: logged } = mock.method(console, "error", () => {});
  return { saves, reads, logged };
}

/** The service's response with a story of drifter 7. */
export function publishedAs(narrative: string | undefined, tag: string): Response {
  return Response.json({ drifterId: "7", narrative, ...origin }, { headers: { ETag: tag } });
}

export const accepts = ({ body }: Save) => publishedAs(body.narrative, '"2"');

/** The service's error response. */
export const rejectsWith = (status: number, code: string) => () =>
  Response.json(
    { status, code },
    { status, headers: { "Content-Type": "application/problem+json" } },
  );

/** Signs the message that the editor shows, as the author. */
export const signs: RpcResponses = {
  personal_sign([message, signer]) {
    expect([message, signer]).to.deep.equal([stringToHex(messageToSign() ?? ""), author]);
    return signature;
  },
};

interface EditorSituation {
  onSave?: Parameters<typeof stubService>[0];
  onRead?: Parameters<typeof stubService>[1];
  wallet?: RpcResponses;
  narrative?: string;
  continued?: Draft;
  queryClient?: QueryClient;
}

/** Opens the editor of drifter 7, which has a story, with the author's wallet connected. */
export function openEditor(situation: EditorSituation = {}) {
  const { onSave, onRead, wallet = signs, narrative = story, continued } = situation;
  const { queryClient = createQueryClient() } = situation;
  const service = stubService(onSave, onRead);
  let timesLeft = 0;
  const editor = (
    <NarrativeEditor
      drifterId="7"
      author={author}
      narrative={narrative}
      condition={{ "If-Match": '"1"' }}
      continued={continued}
      onLeave={() => {
        timesLeft += 1;
      }}
    />
  );
  const page = renderComponent(withWallet(connectedConfig(author, wallet), editor), {
    queryClient,
  });
  const { press, enter } = page;
  return {
    ...page,
    service,
    timesLeft: () => timesLeft,
    /** Replaces the text in the editor. */
    write: (typed = text) => enter(textField(), typed),
    /** Presses Sign and waits for the signature. */
    async sign() {
      await press("Sign");
      await screen.findByText("Signed. Press Save to publish.");
    },
  };
}

export function withWallet(config: Config, node: ReactNode) {
  // Safety: a configuration of the page's chain.
  return <WagmiContext value={config as never}>{node}</WagmiContext>;
}

export const textField = () => textbox("Write");
export const messageToSign = () => document.querySelector(".editor code.box")?.textContent;
export const drafts = () => draftStore("7", author);
/** The texts of the drafts that the browser keeps. */
export const savedTexts = () =>
  drafts()
    .read()
    .map((draft) => draft.text);
