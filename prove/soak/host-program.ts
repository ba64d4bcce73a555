import { composeWeb } from '../../electron/web/composition.ts';
import { startWebHost } from '../../electron/web/host.ts';
import { version } from '#compose/node-paths.ts';
import { CrashPoints } from './crash-points.ts';
import { HostOrder, type HostReport } from './host-messages.ts';

/**
 * The web host on a data folder, with a passphrase vault that opens fast and crash points around its
 * ports. The parent process arms them and sets the clock: `DATA-FOLDER`.
 */
const [dataFolder = ''] = process.argv.slice(2);
const crashPoints = new CrashPoints();
let clockOffset = 0;
const report = (message: HostReport): void => {
  process.send?.(message);
};

const host = await startWebHost({
  dataFolder,
  version: version(),
  page: new Map(),
  compose: () => {
    const composition = composeWeb({
      dataFolder,
      version: version(),
      vault: {
        load: () => Promise.reject(new Error('The soak has no keychain.')),
        cost: { N: 2, r: 1, p: 1 },
      },
    });
    const { clock } = composition.ports;
    const now = (): Date => new Date(clock.now().getTime() + clockOffset);
    const ports = { ...composition.ports, clock: { ...clock, now } };
    return { ...composition, ports: crashPoints.around(ports) };
  },
  report: (description) => {
    report({ kind: 'unexpected', description });
  },
});

process.on('message', (message) => {
  const order = HostOrder.parse(message);
  if (order.kind === 'arm') {
    crashPoints.arm(order.point);
    if (order.point === null) report({ kind: 'disarmed' });
  } else if (order.kind === 'clock') clockOffset = order.offset;
  else {
    void host.close().then(() => {
      process.disconnect();
    });
  }
});
report({ kind: 'ready', url: host.url, key: new URL(host.urlWithKey).hash.slice('#key='.length) });
