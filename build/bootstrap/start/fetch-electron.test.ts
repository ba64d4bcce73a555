import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import type { Duplex } from 'node:stream';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { electronPackage } from './electron-binary.ts';
import { fetchElectron } from './fetch-electron.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'electron-package-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Runs an install script in place of Electron's. */
function fetchWith(script: string, timeLimit = 10_000) {
  writeFileSync(join(folder, 'install.js'), script);
  return fetchFrom(folder, process.env, timeLimit);
}

function fetchFrom(
  electron: string,
  environment: Readonly<Record<string, string | undefined>>,
  timeLimit = 10_000,
) {
  const temporary = join(folder, 'temporary');
  return fetchElectron({ folder: electron, temporary, timeLimit, environment, interval: 20 });
}

/** A local server that rejects all requests and records their targets. */
async function refusingServer() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(404).end();
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    asked.push(`CONNECT ${request.url ?? ''}`);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port.');
  return { asked, address: `http://127.0.0.1:${bound.port}`, close: () => server.close() };
}

describe('fetchElectron', () => {
  it('runs the install script until it exits', async () => {
    const done = join(folder, 'done');
    expect(await fetchWith(`require('fs').writeFileSync(${JSON.stringify(done)}, '')`)).toBeNull();
    expect(existsSync(done)).toBe(true);
  });

  it('returns the error of a failed script', async () => {
    expect(await fetchWith("console.error('\\n no route\\n at …'); process.exit(1)")).toBe(
      'no route',
    );
  });

  it('ends a script that makes no progress', async () => {
    expect(await fetchWith('setInterval(() => {}, 1000)', 200)).toMatch(/^nothing arrived for/);
  });

  it('waits while data arrives', { tags: 'slow' }, async () => {
    const growing = `
      const { appendFileSync } = require('fs');
      const file = require('path').join(require('os').tmpdir(), 'electron.zip');
      let left = 14;
      setInterval(() => { appendFileSync(file, 'x'); if (--left === 0) process.exit(0); }, 250);`;
    expect(await fetchWith(growing, 2500)).toBeNull();
    expect(existsSync(join(folder, 'temporary'))).toBe(false);
  });
});

describe('Electron’s own install script', () => {
  /** A copy of the script and its files: tests must not unpack into the installed package. */
  function copyOfPackage(): string {
    const source = electronPackage();
    const copy = join(folder, 'node_modules/electron');
    mkdirSync(copy, { recursive: true });
    for (const file of ['install.js', 'package.json', 'checksums.json']) {
      copyFileSync(join(source, file), join(copy, file));
    }
    symlinkSync(join(source, '../@electron'), join(folder, 'node_modules/@electron'), 'junction');
    return copy;
  }
  const bare = () => ({ PATH: process.env.PATH, electron_config_cache: join(folder, 'cache') });

  it('requests ELECTRON_MIRROR', async () => {
    const mirror = await refusingServer();
    const environment = { ...bare(), ELECTRON_MIRROR: `${mirror.address}/electron/` };
    expect(await fetchFrom(copyOfPackage(), environment)).toContain('Response code 404');
    expect(mirror.asked).toEqual([expect.stringMatching(/^\/electron\/.+\/electron-v.+\.zip$/)]);
    mirror.close();
  });

  it.each(['HTTPS_PROXY', 'https_proxy', 'npm_config_https_proxy', 'npm_config_proxy'])(
    'uses the proxy of %s',
    async (name) => {
      const proxy = await refusingServer();
      const mirror = 'https://mirror.invalid:8443/electron/';
      const environment = { ...bare(), ELECTRON_MIRROR: mirror, [name]: proxy.address };
      expect(await fetchFrom(copyOfPackage(), environment)).not.toBeNull();
      expect(proxy.asked).toEqual(['CONNECT mirror.invalid:8443']);
      proxy.close();
    },
  );

  it('uses no proxy for a host in NO_PROXY', async () => {
    const [proxy, mirror] = [await refusingServer(), await refusingServer()];
    const environment = { HTTP_PROXY: proxy.address, NO_PROXY: '127.0.0.1' };
    const named = { ...bare(), ...environment, ELECTRON_MIRROR: `${mirror.address}/` };
    expect(await fetchFrom(copyOfPackage(), named)).toContain('Response code 404');
    expect([proxy.asked.length, mirror.asked.length]).toEqual([0, 1]);
    proxy.close();
    mirror.close();
  });
});
