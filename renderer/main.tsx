/** Starts the window: one query client, the desk, the notices, the app. */

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import "./ui/fonts.css";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/screen.css";
import "./ui/list.css";
import { App } from "./app.tsx";
import { DeskProvider } from "./desk.tsx";
import { LastResort } from "./frame/last-resort.tsx";
import { NoticesProvider } from "./ui/notices.tsx";

/** The engine is on this machine: being offline is no reason to wait, and what is new is told, not polled. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: "always", retry: false, staleTime: Infinity, refetchOnWindowFocus: false },
    mutations: { networkMode: "always" },
  },
});

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <LastResort>
        <QueryClientProvider client={queryClient}>
          <NoticesProvider>
            <DeskProvider>
              <App />
            </DeskProvider>
          </NoticesProvider>
        </QueryClientProvider>
      </LastResort>
    </StrictMode>,
  );
}
