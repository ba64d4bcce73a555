import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isOfOtherUser, userIn } from './socket-user.ts';

const server = createServer();
beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.close();
  await once(server, 'close');
});

/** Lets a process of this user connect, from this local address, and looks at its connection. */
async function lookAt(user: number | undefined, options: object): Promise<boolean> {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const program = `
    const options = ${JSON.stringify({ host: '127.0.0.1', port, ...options })};
    require('node:net').connect(options).on('end', () => process.exit());`;
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const child = spawn(process.execPath, ['-e', program], { uid: user, cwd: '/', stdio: 'inherit' });
  const [socket] = await accepted;
  const found = isOfOtherUser(socket);
  socket.resume().end();
  await once(child, 'exit');
  return found;
}

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

it.each([
  ['127.0.0.1', {}],
  ['another loopback address', { localAddress: '127.0.0.2' }],
  ['an IPv6 socket', { host: '::ffff:127.0.0.1' }],
])('the connection of the same user is accepted, of another refused: %s', async (_, options) => {
  expect(await lookAt(undefined, options)).toBe(false);
  if (isRoot && process.platform === 'linux') expect(await lookAt(nobody, options)).toBe(true);
});

it('finds the user of a connection in a table, not of its reverse or of another port', () => {
  const head = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid';
  const row = (local: string, remote: string, user: number): string =>
    `   1: ${local} ${remote} 01 00000000:00000000 00:00000000 00000000 ${user}        0 7 1 0 20`;
  const [here, there, other] = ['0100007F:1F90', '0100007F:C001', '0100007F:C002'];
  const table = [head, row(here, there, 1), row(other, here, 2), row(there, here, 3), ''].join(
    '\n',
  );
  const connection = {
    remoteAddress: '127.0.0.1',
    remotePort: 0xc001,
    localAddress: '127.0.0.1',
    localPort: 8080,
  };
  expect(userIn(table, connection)).toBe(3);
  expect(userIn(table, { ...connection, remotePort: 0xc003 })).toBeNull();
  expect(userIn('', connection)).toBeNull();
});
