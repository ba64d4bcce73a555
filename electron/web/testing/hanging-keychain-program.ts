import { execFileSync } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { TestKeychain } from '#adapters/keychain/testing/test-keychain.ts';
import { composeWeb } from '../composition.ts';
import { startWebHost } from '../host.ts';
import { shutDownWhenAsked } from '../shut-down-when-asked.ts';

/**
 * A host whose keychain becomes silent: `at-start`, or `later` when a data key is read. As a real prompt
 * does, it then blocks a thread of Node's pool. Prints its address, and the address with the key.
 */
const [dataFolder = '', devOrigin = '', when = ''] = process.argv.slice(2);
const pipe = join(dataFolder, 'keychain-pipe');
execFileSync('mkfifo', [pipe]);
const keychain = new TestKeychain();
const fallSilent = (): void => {
  keychain.manner = 'silent';
  void open(pipe);
};
if (when === 'at-start') fallSilent();
keychain.before = (call) => {
  if (call === 'get data-key') fallSilent();
};
const host = await startWebHost({
  dataFolder,
  version: '1.2.3',
  page: new Map(),
  devOrigin,
  compose: () =>
    composeWeb({
      dataFolder,
      version: '1.2.3',
      practiceServiceFile: '',
      bundleThread: '',
      vault: { load: () => Promise.resolve(keychain) },
    }),
});
const write = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
shutDownWhenAsked(host.close, false, write);
write(`${host.url} ${host.urlWithKey}`);
