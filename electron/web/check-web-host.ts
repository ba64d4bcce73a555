import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { WebSocket } from 'undici';
import { z } from 'zod';
import type { Composition } from '#compose/compose.ts';
import type { HookdeskClient } from '#contract/index.ts';
import { untilOpen } from '#rpc/until-open.ts';
import { CheckFailed } from '#self-check/check.ts';
import type { SelfCheckReport } from '#self-check/report.ts';
import {
  type CheckedHost,
  makeCheckFolder,
  type PageChecks,
  selfCheck,
} from '#self-check/self-check.ts';
import { rpcProtocol } from './browser-session.ts';
import { composeWeb, type WebNeeds } from './composition.ts';
import { startWebHost, type WebHost } from './host.ts';
import type { Page } from './page.ts';

export interface CheckedParts
  extends
    Pick<CheckedHost, 'version' | 'keychain'>,
    Pick<WebNeeds, 'practiceServiceFile' | 'bundleThread'> {
  readonly page: Page;
}

/** Checks every part of the web host on a new data folder. */
export function checkWebHost(
  { page, version, keychain, ...programs }: CheckedParts,
  nameFolder: () => string = makeCheckFolder,
): Promise<SelfCheckReport> {
  return selfCheck(
    {
      ...(keychain !== undefined && { keychain }),
      version,
      host: 'web',
      compose: (dataFolder) => composeWeb({ ...programs, dataFolder, version }),
      page: (composition, dataFolder) => selfCheckPage(composition, { dataFolder, version, page }),
    },
    nameFolder,
  );
}

/** The checks of the page in the web host: its files and policy, and a call over the web socket. */
export function selfCheckPage(
  composition: Composition,
  { dataFolder, version, page }: { dataFolder: string; version: string; page: Page },
): PageChecks {
  let started: Promise<WebHost> | null = null;
  const host = (): Promise<WebHost> =>
    (started ??= startWebHost({
      dataFolder,
      version,
      page,
      compose: () => ({ ...composition, close: () => Promise.resolve() }),
    }));
  const advice = 'See that a program may listen on 127.0.0.1, or install Hookdesk again.';
  return {
    checks: [
      {
        name: 'page',
        limit: 30_000,
        advice,
        run: async () =>
          `${await countServedFiles((await host()).url)} files served under the policy`,
      },
      {
        name: 'round trip',
        limit: 30_000,
        advice,
        run: async () => {
          const { url, urlWithKey } = await host();
          const about = await askVersion(url, new URL(urlWithKey).hash.slice('#key='.length));
          if (about.version === version) return 'asked over the web socket and answered';
          throw new CheckFailed(`Version ${about.version} answered in place of ${version}.`);
        },
      },
    ],
    close: async () => {
      const running = await started?.catch(() => null);
      await running?.close();
    },
  };
}

const scripts = /<script[^>]*>/g;
const forbiddenInline = /<script(?![^>]*\bsrc=)[^>]*>|<style\b/;
const linkedFiles = /(?:src|href)="([^"]+)"/g;

async function countServedFiles(url: string): Promise<number> {
  const answer = await fetch(url);
  const html = await answer.text();
  const policy = answer.headers.get('content-security-policy') ?? '';
  if (!answer.ok) throw new CheckFailed(`The page is answered with status ${answer.status}.`);
  if (!policy.includes("default-src 'none'")) throw new CheckFailed('The page has no policy.');
  if (forbiddenInline.test(html)) throw new CheckFailed('The page holds what its policy forbids.');
  if (html.match(scripts) === null) throw new CheckFailed('The page holds no script.');
  const files = [...html.matchAll(linkedFiles)].flatMap(([, file]) => file ?? []);
  for (const file of files) {
    const part = await fetch(new URL(file, url));
    await part.arrayBuffer();
    if (!part.ok) throw new CheckFailed(`${file} is answered with status ${part.status}.`);
  }
  return files.length + 1;
}

async function askVersion(url: string, key: string): Promise<{ version: string }> {
  const { origin, host } = new URL(url);
  const answer = await fetch(new URL('/session', url), {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  });
  const { secret } = z.object({ secret: z.string() }).parse(await answer.json());
  const websocket = new WebSocket(`ws://${host}/rpc`, {
    protocols: [rpcProtocol, `${rpcProtocol}.${secret}`],
    headers: { origin },
  });
  try {
    await untilOpen(websocket).catch(() => {
      throw new CheckFailed('The web socket was refused.');
    });
    const client: HookdeskClient = createORPCClient(new RPCLink({ websocket }));
    return await client.app.about();
  } finally {
    websocket.close();
  }
}
