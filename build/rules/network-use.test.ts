import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The files of the application that can open a connection to another machine, and to which. */
const uses = {
  'electron/adapters/http/routes/connector.ts':
    'installations and proxies, and sockets inside a proxy; the target of a test send',
  'electron/adapters/http/routes/route-agents.ts': 'installations, by the connector',
  'electron/adapters/http/tls/certificate-check.ts': 'TLS on a socket of the connector',
  'electron/adapters/practice/practice-services.ts': 'the practice service, on this machine',
  'electron/adapters/test-send/test-sender.ts': 'the target of a test send, by the connector',
  'electron/adapters/updates/desktop-updater.ts': 'the update server',
  'electron/rpc/command-client.ts': 'a running Hookdesk, by a socket of this user',
  'electron/web/check-web-host.ts': 'the web host itself, on this machine',
  'renderer/platform/web-session.ts': 'the web host itself, on this machine',
  'renderer/platform/web.ts': 'the web host itself, on this machine',
};

/** Imports of a value that dials, and globals of the page and of Node that do. */
const dials =
  /import (?!type)[^;]*\b(?:request|connect|createConnection|Agent|Client|fetch|Pool|get)\b[^;]*from '(?:undici|ws|(?:node:)?(?:https?|http2|net|tls|dgram))'|(?<![.#\w])fetch\(|new (?:WebSocket|EventSource|XMLHttpRequest|RTCPeerConnection)\b|sendBeacon\(|import\('electron-updater'\)|\bnet\.request\(/;

it('Hookdesk contacts nothing but installations, proxies, test sends and the update server', () => {
  const files = globSync('{domain,electron,renderer}/**/*.{ts,svelte}', { cwd: root }).filter(
    (file) => !/\.(test|check|fake)\.ts$|\/(testing|fakes)\//.test(file),
  );
  const found = files.filter((file) => dials.test(readFileSync(join(root, file), 'utf8')));
  expect(found.map((file) => file.replaceAll('\\', '/')).sort()).toEqual(Object.keys(uses).sort());
});
