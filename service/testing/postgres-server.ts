import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Must never occur in the output of a program or a test. */
export const databasePassword = 'canary-database-password';

/** A PostgreSQL server of a test, in a temporary folder. */
export interface PostgresServer {
  /** URL of its first database; the path is the name of the database. */
  readonly url: string;
  start(): Promise<void>;
  /** Ends it at once, as a crash would. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** The folder of `initdb` and `postgres`; `null` if PostgreSQL is not installed. */
export function postgresPrograms(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : [];
  const newest = versions.toSorted((a, b) => b - a)[0];
  const folders = [
    ...(newest === undefined ? [] : [path.join(debian, String(newest), 'bin')]),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ];
  return folders.find((folder) => existsSync(path.join(folder, 'initdb'))) ?? null;
}

/** The user `postgres`, because the server refuses root; nothing for another user. */
function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (option: string): number =>
    Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}

/** Creates a database cluster and starts its server on a free port of this machine. */
export async function startPostgres(programs: string): Promise<PostgresServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'webhook-postgres-'));
  const user = serverUser();
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const passwordFile = path.join(folder, 'password');
  writeFileSync(passwordFile, databasePassword);
  const data = path.join(folder, 'data');
  const created = spawnSync(
    path.join(programs, 'initdb'),
    [
      `--pgdata=${data}`,
      '--username=tester',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    { ...user, cwd: folder, encoding: 'utf8' },
  );
  if (created.status !== 0) throw new Error(`initdb failed: ${created.stderr}`);
  const port = await freePort();
  const settings = ['max_connections=200', `unix_socket_directories=${folder}`, 'fsync=on'];
  let ended: Promise<unknown> = Promise.resolve();
  let stop = (): void => undefined;
  const server: PostgresServer = {
    url: `postgres://tester:${databasePassword}@127.0.0.1:${port}/postgres`,
    async start() {
      const child = spawn(
        path.join(programs, 'postgres'),
        [
          '-D',
          data,
          '-p',
          String(port),
          '-h',
          '127.0.0.1',
          ...settings.flatMap((setting) => ['-c', setting]),
        ],
        { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
      );
      ended = once(child, 'exit');
      stop = () => child.kill('SIGQUIT');
      let log = '';
      const { promise: ready, resolve } = Promise.withResolvers<string>();
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        if (log.length < 10_000) log += text;
        if (log.includes('ready to accept connections')) resolve('ready');
      });
      const first = await Promise.race([ready, ended]);
      if (first !== 'ready') throw new Error(`PostgreSQL did not start: ${log}`);
    },
    async stop() {
      stop();
      await ended;
    },
    async remove() {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
  await server.start();
  return server;
}
