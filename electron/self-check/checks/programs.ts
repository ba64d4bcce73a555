import type { Ports } from '#core/ports.ts';
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
    const { webhooks } = await exportWorker.find('self-check');
    if (webhooks !== 0) throw new CheckFailed('The thread answered another question.');
    return 'started and answered';
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
