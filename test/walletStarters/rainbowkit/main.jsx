// RainbowKit as its own guide begins: one network, one button.
import "@rainbow-me/rainbowkit/styles.css";
import { ConnectButton, getDefaultConfig, RainbowKitProvider } from "@rainbow-me/rainbowkit";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { WagmiProvider } from "wagmi";
import { mainnet } from "wagmi/chains";

const projectId = "0123456789abcdef0123456789abcdef";
const config = getDefaultConfig({ appName: "Starter", projectId, chains: [mainnet] });

createRoot(document.getElementById("root")).render(
  <BrowserRouter>
    <WagmiProvider config={config}>
      <QueryClientProvider client={new QueryClient()}>
        <RainbowKitProvider>
          <h1>Hello</h1>
          <ConnectButton />
        </RainbowKitProvider>
      </QueryClientProvider>
    </WagmiProvider>
  </BrowserRouter>,
);
