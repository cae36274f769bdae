import { mock } from "node:test";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, configure, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import {
  type InitialEntry,
  MemoryRouter,
  useLocation,
  useNavigate,
  useNavigationType,
} from "react-router-dom";
import { setLeftDraft } from "../../../web/src/narrative/leftDraft.ts";
import { type Wallet, WalletContext } from "../../../web/src/wallet/useWallet.ts";
import "./componentLoader.ts";
import "./pageSettings.ts";

// Component tests run in a process with a DOM (scripts/test/runner/registerDom.ts). Each test leaves the page empty;
// Testing Library unmounts its components.

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
configure({
  // Sufficient for a busy machine.
  asyncUtilTimeout: 20_000,
  // A failed query's message contains the page.
  getElementError: (message) => new Error(`${message}\n\n${document.body.innerHTML}`.trim()),
});

/** React's warnings about elements without unique keys, whose states it would mix up. */
const keyWarnings: unknown[][] = [];
const aboutKeys = /^(Each child in a list|Encountered two children with the same key)/;
const { error } = console;
console.error = (...warning) => {
  if (aboutKeys.test(String(warning[0]))) keyWarnings.push(warning);
  error(...warning);
};

afterEach(() => {
  mock.reset();
  for (const client of clients) client.clear();
  clients.clear();
  localStorage.clear();
  sessionStorage.clear();
  setLeftDraft(undefined);
  const [warning] = keyWarnings.splice(0);
  if (warning) throw new Error(warning.join(" "));
});

/** Query clients of the current test. */
const clients = new Set<QueryClient>();

/** Creates a query client without retries, which does not refetch for `staleTime` ms. */
export function createQueryClient(staleTime = 0): QueryClient {
  // The timers of a finite `gcTime` would keep the process alive.
  const gcTime = Number.POSITIVE_INFINITY;
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime, gcTime }, mutations: { gcTime } },
  });
  clients.add(client);
  return client;
}

interface RenderOptions {
  path?: InitialEntry;
  queryClient?: QueryClient;
}

/** Renders a component into the document at a URL with a query client; returns a person's actions. */
export function renderComponent(
  node: ReactNode,
  { path = "/", queryClient = createQueryClient() }: RenderOptions = {},
) {
  let address = "";
  let goBack = () => {};
  function Browser() {
    const { pathname, search } = useLocation();
    const navigate = useNavigate();
    address = `${useNavigationType()} ${pathname}${search}`;
    goBack = () => void navigate(-1);
    return null;
  }
  const { rerender, unmount, container } = render(node, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[path]}>
          {children}
          <Browser />
        </MemoryRouter>
      </QueryClientProvider>
    ),
  });
  // Types and presses without pauses.
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  return {
    user,
    queryClient,
    container,
    rerender,
    unmount,
    /** Returns the last navigation and the URL, such as `PUSH /drifters?query=salt`. */
    address: () => address,
    goBack: () => act(async () => goBack()),
    /** Presses the button with this name. */
    press: (name: string | RegExp) => user.click(screen.getByRole("button", { name })),
    /** Follows the link with this name. */
    follow: (name: string | RegExp) => user.click(screen.getByRole("link", { name })),
    /** Replaces a field's text at once. */
    async enter(field: HTMLInputElement | HTMLTextAreaElement, text: string) {
      await user.click(field);
      field.select();
      await (text === "" ? user.keyboard("{Delete}") : user.paste(text));
    },
  };
}

/** Renders a component with a wallet's state, by default disconnected. */
export function inWallet(node: ReactNode, wallet: Partial<Wallet> = {}) {
  const disconnected: Wallet = { status: "disconnected", openDialog() {}, preload() {} };
  return <WalletContext value={{ ...disconnected, ...wallet }}>{node}</WalletContext>;
}

/** Returns the button with this name. */
export function button(name: string | RegExp): HTMLButtonElement {
  return screen.getByRole("button", { name });
}

/** Returns the text field with this name. */
export function textbox(name: string | RegExp): HTMLInputElement | HTMLTextAreaElement {
  return screen.getByRole("textbox", { name });
}

/** Responds to requests until the end of the test. */
export function stubResponses(respond: typeof fetch): void {
  mock.method(globalThis, "fetch", respond);
}

/** Rejects requests to the node until the end of the test, with a final error that nothing retries. */
export function rejectRequests(): void {
  const error = { code: 3, message: "execution reverted" };
  stubResponses(async () => Response.json({ jsonrpc: "2.0", id: 1, error }));
}

/** Returns the document's text with collapsed whitespace. */
export function words(element: Element = document.body): string {
  return (element.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** Lets pending responses and the queries that wait for them reach the document. */
export async function settle(work: () => unknown = () => {}): Promise<void> {
  await act(async () => {
    await work();
    for (let round = 0; round < 3; round++) {
      // Queries notify components one turn of the event loop after a response.
      await new Promise((resolve) => setTimeout(resolve));
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
}
