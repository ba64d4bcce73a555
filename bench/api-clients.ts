import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** REST clients for the comparison. They are no dependencies: a run installs them into `folder`. */
const packages = ['newman@6.2.2', '@usebruno/cli@4.1.0'];
const folder = join(import.meta.dirname, '../.cache/bench-clients');

/** One request of a collection. */
export interface ClientRequest {
  readonly url: string;
  readonly authToken: string;
  readonly body: string;
}

/** Installs missing clients. Rejects without a network. */
export async function installClients(): Promise<void> {
  if (existsSync(join(folder, 'node_modules/.bin/newman'))) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], folder);
}

/** Returns the milliseconds that newman takes, including its start. */
export async function runNewman(requests: readonly ClientRequest[]): Promise<number> {
  const file = join(folder, 'collection.json');
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  const item = requests.map(({ url, authToken, body }, index) => ({
    name: String(index),
    request: {
      method: 'POST',
      header: headersOf(authToken).map(([key, value]) => ({ key, value })),
      url,
      body: { mode: 'raw', raw: body },
    },
  }));
  writeFileSync(file, JSON.stringify({ info: { name: 'publish', schema }, item }));
  return run(
    join(folder, 'node_modules/.bin/newman'),
    ['run', file, '--reporters', 'json', '--reporter-json-export', join(folder, 'newman.json')],
    folder,
  );
}

/** Returns the milliseconds that the Bruno CLI takes, including its start. */
export async function runBruno(requests: readonly ClientRequest[]): Promise<number> {
  const collection = join(folder, 'bruno');
  rmSync(collection, { recursive: true, force: true });
  mkdirSync(collection, { recursive: true });
  writeFileSync(
    join(collection, 'bruno.json'),
    JSON.stringify({ version: '1', name: 'publish', type: 'collection' }),
  );
  for (const [index, { url, authToken, body }] of requests.entries()) {
    const headers = headersOf(authToken).map(([name, value]) => `  ${name}: ${value}`);
    const blocks = [
      `meta {\n  name: r${index}\n  type: http\n  seq: ${index + 1}\n}`,
      `post {\n  url: ${url}\n  body: json\n  auth: none\n}`,
      `headers {\n${headers.join('\n')}\n}`,
      `body:json {\n  ${body}\n}`,
    ];
    writeFileSync(join(collection, `r${index}.bru`), `${blocks.join('\n\n')}\n`);
  }
  return run(join(folder, 'node_modules/.bin/bru'), ['run'], collection);
}

const headersOf = (authToken: string): [string, string][] => [
  ['X-Auth-Token', authToken],
  ['Content-Type', 'application/json'],
];

async function run(command: string, args: readonly string[], cwd: string): Promise<number> {
  const begun = performance.now();
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`${command} ended with ${child.exitCode}.`);
  return performance.now() - begun;
}
