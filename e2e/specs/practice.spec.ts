import { expect, test } from '../fixtures/test.ts';

test('the practice installation starts from the welcome screen, in both variants', async ({
  hookdesk,
}) => {
  const { page, list, editor } = hookdesk;
  await page.getByRole('button', { name: 'Start the practice installation' }).click();
  await expect(hookdesk.installation('Practice 6.0')).toBeVisible();
  await expect(hookdesk.installation('Practice 14.0')).toBeVisible();
  await expect(list.rows.first()).toBeVisible();
  expect(await list.count()).toBeGreaterThan(10);

  await hookdesk.installation('Practice 14.0').click();
  await list.rows.first().click();
  await editor.name.fill('Practised');
  await editor.reviewAndPublish.click();
  await editor.review.publish.click();
  await expect(editor.review.identical).toBeVisible();
});
