import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakePorts } from '#test-support/ports.fake.ts';
import { startWebHost, type WebHost } from './host.ts';
import { openSocket, rawRequest } from './testing/raw-request.ts';

let folder: string;
let host: WebHost;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-user-'));
  const close = (): Promise<void> => Promise.resolve();
  const compose = () => ({ ports: fakePorts(), notices: [], close });
  host = await startWebHost({ dataFolder: folder, version: '1.2.3', page: new Map(), compose });
});
afterEach(async () => {
  await host.close();
  rmSync(folder, { recursive: true });
});

const port = (): number => Number(new URL(host.url).port);
const origin = (): string => new URL(host.url).origin;
const key = (): string => new URL(host.urlWithKey).hash.slice('#key='.length);

/** The status of a request by a process of another user. */
async function statusForOther(request: object, body = ''): Promise<string> {
  const program = `
    const options = ${JSON.stringify({ host: '127.0.0.1', port: port(), ...request })};
    const request = require('node:http').request(options);
    const say = ({ statusCode }) => { console.log(statusCode); process.exit(); };
    request.on('response', say).on('upgrade', say).end(${JSON.stringify(body)});`;
  const child = spawn(process.execPath, ['-e', program], { uid: 65_534, gid: 65_534, cwd: '/' });
  return (await text(child.stdout)).trim();
}

const isAttackPossible = process.platform === 'linux' && process.getuid?.() === 0;

describe.runIf(isAttackPossible)('another user of this computer', () => {
  const json = { 'content-type': 'application/json' };

  it('cannot trade a known key, and does not use it up', async () => {
    const body = JSON.stringify({ key: key() });
    const headers = { origin: origin(), ...json };
    const request = { method: 'POST', path: '/session', headers };
    expect(await statusForOther(request, body)).toBe('403');
    expect((await rawRequest(port(), 'POST', '/session', headers, body)).status).toBe(200);
  });

  it('cannot open a window with a known secret', async () => {
    const body = JSON.stringify({ key: key() });
    const headers = { origin: origin(), ...json };
    const answer = await rawRequest(port(), 'POST', '/session', headers, body);
    const { secret } = JSON.parse(answer.body) as { secret: string };
    const upgrade = {
      origin: origin(),
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-protocol': `hookdesk, hookdesk.${secret}`,
    };
    expect(await statusForOther({ path: '/rpc', headers: upgrade })).toBe('403');
    (await openSocket(port(), secret)).terminate();
  });
});
