import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { endianness } from 'node:os';
import { hasErrorCode } from '../error-code.ts';

type Connection = Pick<Socket, 'remoteAddress' | 'remotePort' | 'localAddress' | 'localPort'>;

/** Whether another user of this computer has the other end. `false` where the system does not tell. */
export function isOfOtherUser(connection: Connection): boolean {
  const users = ['/proc/net/tcp', '/proc/net/tcp6'].map((path) =>
    userIn(tableAt(path), connection),
  );
  const owner = users.find((user) => user !== null);
  return owner !== undefined && owner !== process.getuid?.();
}

/** The user id of the other end. Source: proc_net(5). An IPv6 socket has the IPv4 address at its end. */
export function userIn(
  table: string,
  { remoteAddress, remotePort, localAddress, localPort }: Connection,
): number | null {
  const otherEnd = endOf(remoteAddress, remotePort);
  const ownEnd = endOf(localAddress, localPort);
  for (const line of table.split('\n')) {
    const [, local, remote, , , , , user] = line.trim().split(/ +/);
    if (local?.endsWith(otherEnd) === true && remote?.endsWith(ownEnd) === true) {
      return Number(user);
    }
  }
  return null;
}

function endOf(address = '', port = 0): string {
  const bytes = Buffer.from(address.split('.').map(Number));
  const inOrder = endianness() === 'LE' ? bytes.reverse() : bytes;
  return `${inOrder.toString('hex')}:${port.toString(16).padStart(4, '0')}`.toUpperCase();
}

/** Empty on other systems than Linux. */
function tableAt(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (!hasErrorCode(error)) throw error;
    return '';
  }
}
