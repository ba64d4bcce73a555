import { startInstallation } from '../fixtures/installation.ts';
import { rename } from '../fixtures/publish.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

test.use({ viewport: { width: 640, height: 400 } });

test('filters and buttons of lists continue on a second line', async ({ hookdesk }) => {
  const installation = await startInstallation('B', { seed: 0 });
  await installation.fetch('POST', '', webhookBody('B', 'Ops'));
  await hookdesk.connect('acme', installation);
  const { list, history } = hookdesk;
  await expect(list.payloadTypeFilter).toBeInViewport({ ratio: 1 });
  await list.tick('Ops').click();
  await expect(list.changeChosenMenu).toBeInViewport({ ratio: 1 });
  await rename(hookdesk, 'Ops', 'Ops at night');
  await history.button.click();
  await history.tick('Update', 'Ops at night').click();
  await expect(history.undo).toBeInViewport({ ratio: 1 });
  await installation.close();
});
