import { createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'vite';
import { bundleIfStale } from '../../bundle/bundle.ts';
import { rendererConfig } from '../../bundle/renderer-config.ts';
import { endGroupsOnSignals, endLike, isEnding } from '../groups.mjs';
import { parseDevOptions } from '../start-options.mjs';
import { obtainElectron, runDesktop } from '../start/desktop.ts';
import { dataFolderOf, filesOf, root } from '../start/start-arguments.ts';
import { runWeb } from '../start/web.ts';

/**
 * `npm run dev`: Vite's development server serves the window and updates it when a file changes.
 * The host is Electron when its binary is available, otherwise the web host.
 */
endGroupsOnSignals();
const options = parseDevOptions(process.argv.slice(2));
if ('problem' in options) throw new Error(options.problem);
const { open } = options;
const data = dataFolderOf(options);
const files = filesOf(options);

const electron =
  options.host === 'web'
    ? { missing: 'not asked for' }
    : await obtainElectron(root, { insist: options.host === 'desktop' });
if ('binary' in electron) {
  await bundleIfStale();
  const page = await serveWindow('desktop', null);
  if (!isEnding()) {
    endLike(await runDesktop(root, electron.binary, data, { files, devUrl: page.address }));
  }
  await page.server.close();
} else if (options.host === 'desktop') {
  console.error(`Electron cannot run here: ${electron.missing}. Try --host web.`);
  process.exitCode = 1;
} else {
  const port = options.port ?? (await freePort());
  const page = await serveWindow('web', port);
  const program = join(root, 'electron/web/main.ts');
  if (!isEnding()) {
    endLike(await runWeb(program, { port, data, files, open, devOrigin: page.address }));
  }
  await page.server.close();
}

/** Serves the window's sources and forwards requests for the web host to its port. */
async function serveWindow(host: 'desktop' | 'web', hostPort: number | null) {
  const config = rendererConfig(root, host);
  const target = `http://127.0.0.1:${hostPort}`;
  const port = await freePort();
  const server = await createServer({
    ...config,
    server: {
      ...config.server,
      host: '127.0.0.1',
      port,
      strictPort: true,
      ...(hostPort === null ? {} : { proxy: { '/session': target, '/rpc': { target, ws: true } } }),
    },
  });
  await server.listen();
  return { server, address: `http://127.0.0.1:${port}` };
}

/** Returns a free port. Both servers must know each other's port before they start. */
async function freePort(): Promise<number> {
  const server = createSocketServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}
