import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { certificate } from '#adapters/http/testing/certificates.ts';
import { httpsServer } from '#adapters/http/testing/servers.ts';
import { HostLog } from '#adapters/log/host-log.ts';
import { ProblemError } from '#domain/problem.ts';
import { composeWeb } from './composition.ts';
import { serveWindow } from './serve-window.ts';

let parent: string;
let data: string;
let file: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'hookdesk-managed-web-'));
  data = join(parent, 'data');
  mkdirSync(join(parent, 'managed'), { mode: 0o755 });
  mkdirSync(data, { mode: 0o700 });
  file = join(parent, 'managed/settings.json');
});
afterEach(() => {
  rmSync(parent, { recursive: true });
});

async function startedWith(text: string): Promise<string> {
  writeFileSync(file, text, { mode: 0o644 });
  try {
    const host = await serveWindow({
      dataFolder: data,
      page: new Map(),
      files: [],
      managed: { files: [file], owner: process.getuid?.() ?? 0 },
      log: new HostLog(data, () => undefined),
      printNotice: () => undefined,
    });
    await host.close();
    return 'started';
  } catch (error) {
    if (error instanceof ProblemError) return `${error.problem.message} ${error.problem.advice}`;
    throw error;
  }
}

describe('the web host', () => {
  it('starts with managed settings that allow it', async () => {
    expect(await startedWith('{ "updates": "off" }')).toBe('started');
  });

  it('does not start when the organisation turned it off, and opens no port', async () => {
    const said = await startedWith('{ "webHost": "off" }');
    expect(said).toContain('Your organisation turned off Hookdesk in the browser');
    expect(said).toContain(file);
    expect(readdirSync(data)).not.toContain('instance.json');
  });

  it('does not start with a damaged file, which may turn it off', async () => {
    expect(await startedWith('{ "webHost": "off" ')).toContain('does not start');
  });
});

test('the extra CA of the organisation is trusted for requests to installations', async () => {
  const issuer = await certificate({ name: 'Organisation CA' });
  const shown = await certificate({ issuer });
  const server = await httpsServer(shown, (_, response) => {
    response.setHeader('content-type', 'application/json').end('[]');
  });
  const caPem = issuer.cert;
  const managed = { kind: 'set' as const, file, settings: { extraCa: caPem }, caPem };
  const { ports, close } = composeWeb({ dataFolder: data, version: '1.2.3', managed });
  const address = { baseUrl: server.baseUrl, apiRoot: '/api', variant: 'B' as const };
  const list = await ports.webhooks.list({ ...address, authToken: 'a-token' }, {});
  expect(list).toEqual({ webhooks: [] });
  await close();
  await server[Symbol.asyncDispose]();
});

/** The program in a namespace where `/etc` has a layer that disappears with the namespace. */
const layer = `
  mkdir -p "$0/up" "$0/work"
  mount -t overlay overlay -o "lowerdir=/etc,upperdir=$0/up,workdir=$0/work" /etc
  mkdir -m 755 /etc/hookdesk`;
const inNamespace = (script: string) => ['-rm', 'sh', '-euc', `${layer}\n${script}`, parent];
function hasNamespaces(): boolean {
  if (process.platform !== 'linux') return false;
  const folder = mkdtempSync(join(tmpdir(), 'hookdesk-namespace-'));
  const { status } = spawnSync('unshare', ['-rm', 'sh', '-euc', layer, folder]);
  rmSync(folder, { recursive: true });
  return status === 0;
}

describe.runIf(hasNamespaces())('the program itself', { timeout: 60_000 }, () => {
  const run = (settings: string, environment: Record<string, string> = {}) => {
    const program = join(import.meta.dirname, 'main.ts');
    const start = `printf %s "$SETTINGS" > /etc/hookdesk/settings.json
      exec "$NODE" ${program} --data "$DATA" --dev-origin http://127.0.0.1:5999 --end-with-stdin`;
    const child = spawn('unshare', inNamespace(start), {
      env: {
        ...process.env,
        ...environment,
        SETTINGS: settings,
        NODE: process.execPath,
        DATA: data,
        DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere',
      },
    });
    let out = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        out += text;
        if (out.includes('ready at')) child.stdin.end();
      });
    return new Promise<{ code: number | null; out: string }>((resolve) => {
      child.once('close', (code) => {
        resolve({ code, out });
      });
    });
  };

  it('reads the file of the system, whatever a user sets', async () => {
    const evading = { HOME: parent, XDG_CONFIG_DIRS: parent, CommonProgramFiles: parent };
    const { code, out } = await run('{ "webHost": "off" }', evading);
    expect(out).toContain('turned off Hookdesk in the browser (/etc/hookdesk/settings.json)');
    expect(code).toBe(1);
  });

  it('starts with a file that allows it', async () => {
    const { out } = await run('{ "allowedHosts": ["*.example.com"] }');
    expect(out).toContain('Hookdesk is ready at');
  });
});
