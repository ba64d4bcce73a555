import type { LocalReceiver, TestSender } from '#core/ports.ts';
import { createLocalReceiver } from './local-receiver.ts';
import { createTestSender } from './test-sender.ts';

export interface TestSendServices {
  readonly testSends: TestSender;
  readonly receiver: LocalReceiver;
  readonly close: () => Promise<void>;
}

export function createTestSendServices({ version }: { version: string }): TestSendServices {
  const testSends = createTestSender({ version });
  const receiver = createLocalReceiver();
  return {
    testSends,
    receiver,
    close: async () => {
      testSends.close();
      await receiver.close();
    },
  };
}
