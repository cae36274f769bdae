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

// Component tests run in a process with a DOM (scripts/test/runner/registerDom.ts). Each leaves the page empty; Testing Library
// itself unmounts what a test has rendered.

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
configure({
  // Long enough for a busy machine.
  asyncUtilTimeout: 20_000,
  // The message of a failed query contains the page.
  getElementError: (message) => new Error(`${message}\n\n${document.body.innerHTML}`.trim()),
});

/** React's warnings about elements without a key of their own, of which it would mix up the states. */
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

/** Creates a query client without retries; for `staleTime` ms it does not refetch. */
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

/** Renders a component into the document, at an address and with a query client; returns what a person does there. */
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
  // A person who types and presses without pauses.
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  return {
    user,
    queryClient,
    container,
    rerender,
    unmount,
    /** How the page came to its address, and that address, such as `PUSH /drifters?query=salt`. */
    address: () => address,
    goBack: () => act(async () => goBack()),
    /** Presses the button of this name. */
    press: (name: string | RegExp) => user.click(screen.getByRole("button", { name })),
    /** Follows the link of this name. */
    follow: (name: string | RegExp) => user.click(screen.getByRole("link", { name })),
    /** Replaces the text of a field at once. */
    async enter(field: HTMLInputElement | HTMLTextAreaElement, text: string) {
      await user.click(field);
      field.select();
      await (text === "" ? user.keyboard("{Delete}") : user.paste(text));
    },
  };
}

/** Gives a component the state of the wallet, which by default is disconnected. */
export function inWallet(node: ReactNode, wallet: Partial<Wallet> = {}) {
  const disconnected: Wallet = { status: "disconnected", openDialog() {}, preload() {} };
  return <WalletContext value={{ ...disconnected, ...wallet }}>{node}</WalletContext>;
}

/** Returns the button of this name. */
export function button(name: string | RegExp): HTMLButtonElement {
  return screen.getByRole("button", { name });
}

/** Returns the text field of this name. */
export function textbox(name: string | RegExp): HTMLInputElement | HTMLTextAreaElement {
  return screen.getByRole("textbox", { name });
}

/** Responds to the page's requests until the end of the test. */
export function stubResponses(respond: typeof fetch): void {
  mock.method(globalThis, "fetch", respond);
}

/**
 * Rejects the page's requests to the node until the end of the test. Unlike a lost network, this is final: the page
 * does not retry during the next test.
 */
export function rejectRequests(): void {
  const error = { code: 3, message: "execution reverted" };
  stubResponses(async () => Response.json({ jsonrpc: "2.0", id: 1, error }));
}

/** Text of the page with whitespace collapsed. */
export function words(element: Element = document.body): string {
  return (element.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** Lets pending responses and the queries that wait for them reach the page. */
export async function settle(work: () => unknown = () => {}): Promise<void> {
  await act(async () => {
    await work();
    for (let round = 0; round < 3; round++) {
      // Queries notify the page of a response one turn of the event loop after it has arrived.
      await new Promise((resolve) => setTimeout(resolve));
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
}
