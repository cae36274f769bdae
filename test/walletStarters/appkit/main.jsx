// AppKit as its own guide for React and wagmi begins: one network, one button.

import { mainnet } from "@reown/appkit/networks";
import { createAppKit } from "@reown/appkit/react";
import { WagmiAdapter } from "@reown/appkit-adapter-wagmi";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { WagmiProvider } from "wagmi";

const projectId = "0123456789abcdef0123456789abcdef";
const networks = [mainnet];
const wagmiAdapter = new WagmiAdapter({ networks, projectId });
createAppKit({ adapters: [wagmiAdapter], networks, projectId });

createRoot(document.getElementById("root")).render(
  <BrowserRouter>
    <WagmiProvider config={wagmiAdapter.wagmiConfig}>
      <QueryClientProvider client={new QueryClient()}>
        <h1>Hello</h1>
        <appkit-button />
      </QueryClientProvider>
    </WagmiProvider>
  </BrowserRouter>,
);
