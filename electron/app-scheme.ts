/**
 * The window's own scheme: `app://lab/…` serves the files of the built window and nothing else, under a content
 * policy that lets no other script, style or connection in.
 */

import { readFile } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import { protocol } from "electron";

export const WINDOW_ORIGIN = "app://lab";
export const WINDOW_URL = `${WINDOW_ORIGIN}/index.html`;

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".map": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Before the app is ready: makes the scheme a secure origin with a host. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: "app", privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Once the app is ready. `folder` holds the built window. */
export function serveAppScheme(folder: string): void {
  protocol.handle("app", async (request) => {
    const url = new URL(request.url);
    const file = join(folder, normalize(decodeURIComponent(url.pathname)));
    const type = CONTENT_TYPES[extname(file)];
    if (url.host !== "lab" || !file.startsWith(folder + sep) || type === undefined) return notFound();
    try {
      return new Response(await readFile(file), {
        headers: {
          "content-type": type,
          "content-security-policy": POLICY,
          "x-content-type-options": "nosniff",
        },
      });
    } catch {
      return notFound();
    }
  });
}

const notFound = () => new Response("not found", { status: 404 });
