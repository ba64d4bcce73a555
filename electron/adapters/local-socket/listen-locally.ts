import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeMissing } from '../data-folder/usual-data-folder.ts';

interface LocalPlace {
  /** Of a Unix domain socket, or of a named pipe on Windows. */
  readonly path: string;
  /** Call after the server closed. */
  readonly remove: () => void;
}

const leaveNothing = (): void => undefined;

/** Listens where only this user can connect. @throws the error of the system */
export async function listenLocally(server: Server, dataFolder: string): Promise<LocalPlace> {
  if (process.platform === 'win32') {
    // Others can neither guess the name nor take it first.
    const path = String.raw`\\.\pipe\hookdesk-${randomBytes(16).toString('hex')}`;
    await once(server.listen(path), 'listening');
    return { path, remove: leaveNothing };
  }
  try {
    const path = pathIn(dataFolder);
    await listen(server, path);
    return { path, remove: leaveNothing };
  } catch {
    // Its path is too long (about 100 bytes), or its file system has no sockets.
    return listenInTemporaryFolder(server);
  }
}

/** Each run has its own name: a server that closes deletes the socket at its path. */
function pathIn(dataFolder: string): string {
  // `other-users.ts` refuses a link of this name.
  const folder = join(dataFolder, 'instance.sockets');
  makeMissing(folder);
  chmodSync(folder, 0o700);
  // The caller has the lock of the data folder, so these are of hosts that were killed.
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isSocket()) rmSync(join(folder, entry.name));
  }
  return join(folder, randomBytes(6).toString('hex'));
}

async function listenInTemporaryFolder(server: Server): Promise<LocalPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'hookdesk-'));
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const path = join(folder, 'socket');
    await listen(server, path);
    return { path, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

async function listen(server: Server, path: string): Promise<void> {
  await once(server.listen(path), 'listening');
  chmodSync(path, 0o600);
}
