import type { LocalReceiver, TrialSender } from '#core/ports.ts';
import { createLocalReceiver } from './local-receiver.ts';
import { createTestSender } from './test-sender.ts';

/** What sends tests of webhooks and what receives them on this machine, and the end of both. */
export interface TestSendServices {
  readonly trials: TrialSender;
  readonly receiver: LocalReceiver;
  readonly close: () => Promise<void>;
}

/** @param version Hookdesk's own */
export function createTestSendServices({ version }: { version: string }): TestSendServices {
  const trials = createTestSender({ version });
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
