import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

test('a change made elsewhere meanwhile stops publishing and is never overwritten unseen', async ({
  hookdesk,
  installations,
}) => {
  const { A } = installations;
  await A.fetch('POST', '', webhookBody('A', 'Shared'));
  await hookdesk.connect('acme', A);
  const { list, editor } = hookdesk;
  await list.open('Shared');
  await editor.name.fill('Shared, mine');
  await editor.reviewAndPublish.click();
  await expect(editor.review.publish).toBeVisible();

  const held = ((await A.fetch('GET', '')) as { id: number; name: string }[]).find(
    (each) => each.name === 'Shared',
  );
  const id = held?.id ?? 0;
  await A.fetch('PUT', String(id), { url: 'https://elsewhere.example.com/', high_alert: false });

  await editor.review.publish.click();
  await expect(editor.review.conflict).toBeVisible();
  await expect(editor.root).toContainText('Switches high alerts off.');
  expect(A.writes().filter((request) => request.method === 'PUT')).toHaveLength(1);

  await editor.review.takeNewer.click();
  await expect(editor.review.changes).toContainText(
    'Changes name from “Shared” to “Shared, mine”.',
  );
  await expect(editor.review.changes).not.toContainText('target URL');
  await editor.review.publish.click();
  await expect(editor.review.identical).toBeVisible();
  expect(await A.fetch('GET', String(id))).toMatchObject({
    name: 'Shared, mine',
    url: 'https://elsewhere.example.com/',
    high_alert: false,
  });
});
