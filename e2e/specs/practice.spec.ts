import { expect, test } from '../fixtures/test.ts';

test('the practice installation starts from the welcome screen, in both variants @main', async ({
  hookdesk,
}) => {
  const { page, list, editor } = hookdesk;
  await page.getByRole('button', { name: 'Start two practice installations' }).click();
  await expect(hookdesk.installation('Practice 6.0')).toBeVisible();
  await expect(hookdesk.installation('Practice 14.0')).toBeVisible();
  await expect(list.rows.first()).toBeVisible();
  await expect.poll(() => list.count()).toBeGreaterThan(10);

  await hookdesk.installation('Practice 14.0').click();
  await list.rows.first().click();
  await editor.name.fill('Practised');
  await editor.reviewAndPublish.click();
  await editor.review.publish.click();
  await expect(editor.review.identical).toBeVisible();
});

test('an alert is raised on the practice installation, and its deliveries are shown', async ({
  hookdesk,
}) => {
  const { page, list, editor, practice } = hookdesk;
  await page.getByRole('radio', { name: 'B · 14.0' }).click();
  await page.getByRole('button', { name: 'Start a practice installation' }).click();
  await list.newWebhook.click();
  await editor.name.fill('Nowhere to go');
  await editor.url.fill('https://hooks.example.com/ops');
  await editor.tab('Payload');
  await editor.template.fill('{"alert": "%AlertName%", "state": "%CurrentState%"}');
  await editor.reviewAndPublish.click();
  await editor.review.publish.click();
  await expect(editor.review.identical).toBeVisible();

  await list.root.getByRole('button', { name: 'Simulate an alert…' }).click();
  await practice.happening('Medium').click();
  await practice.setValue('AlertName', 'Disk nearly full');
  await practice.raise.click();
  await expect(practice.root).toContainText(/\d+ webhooks? (is|are) called/);
  const delivery = practice.delivery('Nowhere to go');
  await delivery.click();
  await expect(practice.root.getByLabel('Request')).toContainText(
    '{"alert": "Disk nearly full", "state": "MEDIUM"}',
  );
  await expect(delivery).toContainText('delivered, 200');
  await page.keyboard.press('Escape');
  await expect(practice.root).toBeHidden();
});

test('changes by another person are shown after a refresh of the practice installation', async ({
  hookdesk,
}) => {
  const { page, list } = hookdesk;
  await page.getByRole('radio', { name: 'B · 14.0' }).click();
  await page.getByRole('button', { name: 'Start a practice installation' }).click();
  await expect(list.rows.first()).toBeVisible();
  await list.menu('Simulate changes by another person');
  await expect(hookdesk.notice('Another person changed 3 webhooks on Practice 14.0')).toBeVisible();
  await page.getByRole('button', { name: 'Refresh' }).last().click();
  await list.filter.fill('(renamed)');
  await expect(list.rows).toHaveCount(1);
});
