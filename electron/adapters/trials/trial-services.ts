import type { LocalReceiver, TrialSender } from '#core/ports.ts';
import { createLocalReceiver } from './local-receiver.ts';
import { createTrialSender } from './trial-sender.ts';

/** What sends tests of webhooks and what receives them on this machine, and the end of both. */
export interface TrialServices {
  readonly trials: TrialSender;
  readonly receiver: LocalReceiver;
  readonly close: () => Promise<void>;
}

/** @param version Hookdesk's own */
export function createTrialServices({ version }: { version: string }): TrialServices {
  const trials = createTrialSender({ version });
  const receiver = createLocalReceiver();
  return {
    trials,
    receiver,
    close: async () => {
      trials.close();
      await receiver.close();
    },
  };
}
