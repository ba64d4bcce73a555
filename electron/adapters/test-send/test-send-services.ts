import type { LocalReceiver, TrialSender } from '#core/ports.ts';
import { createLocalReceiver } from './local-receiver.ts';
import { createTestSender } from './test-sender.ts';

export interface TestSendServices {
  readonly trials: TrialSender;
  readonly receiver: LocalReceiver;
  readonly close: () => Promise<void>;
}

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
