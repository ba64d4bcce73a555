import type { Ports } from '#core/ports.ts';
import { emptyDefinition } from '#domain/webhook/webhook.ts';
import { type Check, CheckFailed } from '../check.ts';

const onFailure = {
  /** Programs start slowly on a busy machine. */
  limit: 60_000,
  advice: 'Install Hookdesk again. If it still fails, report it with this table.',
};

export const threadCheck = ({ exportWorker }: Pick<Ports, 'exportWorker'>): Check => ({
  name: 'worker thread',
  ...onFailure,
  run: async () => {
    const { webhooks } = await exportWorker.findSecrets('self-check');
    if (webhooks !== 0) throw new CheckFailed('The thread answered another question.');
    return 'started and answered';
  },
});

export const bundleCheck = ({
  exportWorker,
  bundleWorker,
}: Pick<Ports, 'exportWorker' | 'bundleWorker'>): Check => ({
  name: 'encrypted bundle',
  ...onFailure,
  run: async () => {
    const [id, passphrase] = ['self-check', 'self-check passphrase'];
    const definition = { ...emptyDefinition('B'), name: 'Self-check' };
    await exportWorker.addSource(id, {
      installation: null,
      secretHeaders: [],
      ownTokens: [],
      sampleEdits: {},
    });
    await exportWorker.addWebhooks(id, [{ id: null, definition, unreported: [] }]);
    const order = { format: 'bundle', variant: 'B', keep: [], takeOut: [] } as const;
    const how = { ...order, keep: [], takeOut: [], withAddress: false, passphrase };
    const written = await exportWorker.write(id, how);
    if (written === null) throw new CheckFailed('The bundle was not written.');
    const text = Buffer.from(await exportWorker.takeText(id, 0));
    await bundleWorker.add(id, text, text.length);
    const { kind } = await bundleWorker.open(id, null);
    if (kind !== 'locked') throw new CheckFailed('The written bundle is not encrypted.');
    const opened = await bundleWorker.open(id, passphrase);
    if (opened.kind !== 'read') throw new CheckFailed('The written bundle cannot be decrypted.');
    await Promise.all([exportWorker.forget(id), bundleWorker.forgetFile(id)]);
    return 'encrypted with a passphrase, and decrypted';
  },
});

export const practiceCheck = ({
  practice,
  webhooks,
}: Pick<Ports, 'practice' | 'webhooks'>): Check => ({
  name: 'practice service',
  ...onFailure,
  run: async () => {
    const address = await practice.start('B');
    const list = await webhooks.list({ ...address, variant: 'B' }, {});
    if (list.webhooks.length === 0) throw new CheckFailed('The service has no webhooks.');
    return `started, and listed ${list.webhooks.length} webhooks`;
  },
});
